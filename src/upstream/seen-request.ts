import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { Header } from '../core/exchange.ts';
import type { JsonObject } from '../core/json.ts';
import type { Mode } from '../core/route.ts';
import type { NeutralRequest } from '../core/scenario.ts';

/** A request of a relay, as it arrived; keys are replaced before anything is kept. */
export interface SeenRequest {
  readonly dialect: DialectId;
  /** What was asked for: by the path where the dialect says it there, else by the body. */
  readonly mode: Mode;
  readonly method: string;
  /** Path and query, without keys. */
  readonly path: string;
  /** Names in lower case, in wire order, without keys. */
  readonly headers: readonly Header[];
  readonly body: JsonObject;
  readonly neutral: NeutralRequest;
  /** 0-based within the case; relays retry. */
  readonly attempt: number;
  /** When the request's head had arrived, in ms of the upstream's clock. Orders attempts that overlap. */
  readonly arrivedAtMs: number;
}

/**
 * Why a request was answered without a script. `unknown-path`: no dialect has this path. `no-case`: a dialect's path, but
 * no token that is expected. `too-large`, `not-json`: the body could not be taken.
 */
export type StrayReason = 'unknown-path' | 'no-case' | 'too-large' | 'not-json';

/** A request that belongs to no case; it never consumes a script. */
export interface StrayRequest {
  readonly method: string;
  /** Path and query, without keys. */
  readonly path: string;
  readonly reason: StrayReason;
  readonly dialect?: DialectId;
  readonly arrivedAtMs: number;
}
