import type { DialectId } from './dialect-ids.generated.ts';
import type { Effect } from './mutation.ts';
import type { Outcome } from './outcome.ts';
import type { Policies } from './policies.ts';
import type { Reading } from './reading.ts';
import type { Mode, Route } from './route.ts';
import type { NeutralRequest } from './scenario.ts';

/** One request that the relay made to the upstream, and what the upstream really sent back. */
export interface Attempt {
  readonly index: number;
  readonly dialect: DialectId;
  readonly mode: Mode;
  /** The request as it arrived, read back into neutral words. */
  readonly request: NeutralRequest;
  /** The relay asked in another dialect than its route names. */
  readonly fallback?: true;
  /** The relay closed its side before the script had ended. */
  readonly abortSeen: boolean;
  /**
   * The expected outcome: what the upstream wrote, decoded. Where the relay left early, it is what the upstream would
   * have written, because a relay that hangs up has made the rest missing itself.
   */
  readonly reading: Reading;
  /** What was written before the relay left; absent where it stayed. */
  readonly received?: Reading;
}

/** What became of the relay's process while a case ran. */
export interface ProcessEvidence {
  /** We started it, and see when it ends. Otherwise it can only be seen that nobody accepts connections any more. */
  readonly watched: boolean;
  /** How it ended: `exited with code 1`. Absent: it went on. */
  readonly ended?: string;
  readonly cause?: EndCause;
  /** Path of the case after which it ended; absent where it is the one at hand. */
  readonly after?: string;
  /** Requests that it had got since it was started, this case's own included. */
  readonly requests?: number;
  /** Cases that ran at that moment, this one included. */
  readonly inFlight?: number;
}

/**
 * Why a relay's process ended, as far as running cases again shows. `by-case`: the same case ends it again as the first
 * request after a start. `by-count`: it ends after so many requests, whatever they are. `not-reproduced`: neither.
 */
export type EndCause = 'by-case' | 'by-count' | 'not-reproduced';

/** All that was seen on both sides of the relay for one case. */
export interface Evidence {
  readonly caseId: string;
  readonly route: Route;
  readonly mode: Mode;
  /** The stimulus; absent when the recording was replayed as it is. */
  readonly mutation?: {
    readonly id: string;
    readonly effect: Effect;
    /** Why it changed nothing: it has no meaning for the kind of answer that the relay asked for. */
    readonly unapplied?: string;
  };
  /** What the probe asked of the relay. */
  readonly request: NeutralRequest;
  readonly client: Reading;
  /**
   * What the client got when the same recording was replayed unchanged on the same route; absent for that case itself.
   */
  readonly baseline?: Outcome;
  readonly attempts: readonly Attempt[];
  /** Absent where there is no process to watch. */
  readonly process?: ProcessEvidence;
  readonly policies: Policies;
}
