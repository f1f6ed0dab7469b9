import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { Header, WireScript } from '../core/exchange.ts';
import type { JsonObject } from '../core/json.ts';
import type { Mode } from '../core/route.ts';
import type { RequestFacts } from '../core/scenario.ts';

/**
 * Where the bytes come from. `captured`: the provider itself; `captured-relay`: through a relay; `synthesised`: an
 * encoder made them from a scenario; `documented`: a provider's documentation shows them; `file`: a raw body file,
 * whose framing, headers and times are unknown.
 */
export type Provenance = 'captured' | 'captured-relay' | 'synthesised' | 'documented' | 'file';

/** Who caused the ending: the server that answered, the client behind a recording proxy, or the recorder itself. */
export type EndedBy = 'upstream' | 'client' | 'recorder';

/** A scenario that was asked for, and what of it the answer does not show, in a few words each. */
export interface NotShown {
  readonly scenario: string;
  readonly missing: readonly string[];
}

/** The request that a recorder sent. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly Header[];
  readonly body: JsonObject;
}

/** One captured exchange, ready to be served again. */
export interface Recording {
  /** Name of its file without the extension. */
  readonly name: string;
  readonly dialect: DialectId;
  readonly mode: Mode;
  readonly provenance: Provenance;
  /** Name of the scenario in `recordings/scenarios` whose request was sent. */
  readonly scenario?: string;
  /** A scenario was asked for, and the answer does not show it, so it is an answer by itself and `scenario` is absent. */
  readonly notShown?: NotShown;
  /** Version of the dialect's contract that was valid when it was made. */
  readonly contractVersion?: string;
  /** What the fake upstream has to do to give the same exchange again. */
  readonly script: WireScript;
  /** Absent where only the answer is known. */
  readonly request?: RecordedRequest;
  readonly facts: RequestFacts;
  /** Traits of the server that sent it, or of how it was saved. Every reader reads it with them. */
  readonly traits?: readonly string[];
  /** RFC 3339 date and time. */
  readonly recordedAt?: string;
  /** Name and version of the relay in between, for `captured-relay`. */
  readonly relay?: string;
  /** The recorder or its client left first. How the peer would have ended is unknown, so the script stalls there. */
  readonly aborted?: true;
  readonly endedBy?: EndedBy;
  /**
   * Ids of the must-requirements that it broke when it was recorded, sorted. Absent: it broke none, or it was not
   * checked.
   */
  readonly breaches?: readonly string[];
}

/** Nobody's private traffic: what it says may be shown and kept. */
export function isMadeUp({ provenance }: Recording): boolean {
  return provenance === 'synthesised' || provenance === 'documented';
}
