import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { Header } from '../core/exchange.ts';
import type { JsonObject } from '../core/json.ts';
import type { Mode } from '../core/route.ts';
import type { NeutralRequest } from '../core/scenario.ts';

/** A request of a relay, as it arrived. Keys are replaced before anything is kept. */
export interface SeenRequest {
  readonly dialect: DialectId;
  /** What was asked for. It is read from the path in dialects that say it there, else from the body. */
  readonly mode: Mode;
  readonly method: string;
  /** Path and query, without keys. */
  readonly path: string;
  /** Names in lower case, in wire order, without keys. */
  readonly headers: readonly Header[];
  readonly body: JsonObject;
  readonly neutral: NeutralRequest;
  /** Number of the attempt within the case, from 0, because relays retry. */
  readonly attempt: number;
  /** The time when the request's head had arrived, in ms of the upstream's clock. It orders attempts that overlap. */
  readonly arrivedAtMs: number;
}

/**
 * Why a request was answered without a script. `unknown-path`: no dialect has this path. `no-case`: a dialect has this
 * path, but no expected token came. `too-large`, `not-json`: the body could not be used.
 */
export type StrayReason = 'unknown-path' | 'no-case' | 'too-large' | 'not-json';

/** A request that belongs to no case. It never consumes a script. */
export interface StrayRequest {
  readonly method: string;
  /** Path and query, without keys. */
  readonly path: string;
  readonly reason: StrayReason;
  readonly dialect?: DialectId;
  readonly arrivedAtMs: number;
}
