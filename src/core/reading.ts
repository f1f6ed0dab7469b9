import type { DialectId } from './dialect-ids.generated.ts';
import type { DomainEvent } from './domain-event.ts';
import type { Capture } from './exchange.ts';
import type { Frame } from './frame.ts';
import type { Issue, Sender } from './issue.ts';
import type { Outcome } from './outcome.ts';
import type { Mode } from './route.ts';

/** One side of an exchange, decoded: the evidence that requirements look at. */
export interface Reading {
  readonly dialect: DialectId;
  readonly mode: Mode;
  readonly capture: Capture;
  readonly frames: readonly Frame[];
  readonly events: readonly DomainEvent[];
  readonly issues: readonly Issue[];
  readonly outcome: Outcome;
  /** `relay`: a relay under test sent it; absent: any other server. */
  readonly sender?: Sender;
  /** Traits of the server that sent it, if it was read with any. */
  readonly traits?: readonly string[];
}
