import type { Deadlines } from '../../core/exchange.ts';
import type { Grade } from '../../core/grade.ts';
import type { Level } from '../../core/level.ts';
import type { RouteName } from '../../core/route.ts';
import type { Deviation } from './deviations.ts';

/** What a run was about; the header of a report. */
export interface RunHeader {
  readonly relaycert: string;
  readonly relay: { readonly name: string; readonly version?: string };
  /** The grade that the relay has to earn. */
  readonly grade: Grade;
  readonly level: Level;
  readonly seed: string;
  readonly routes: readonly RouteName[];
  /** What was selected. */
  readonly cases: number;
  readonly requirements: number;
  /** All that there is for this relay at this level, selected or not. */
  readonly plan: { readonly cases: number; readonly requirements: number };
  /** What was asked of the size of the run: `500` cases, `30s`, `smoke`. */
  readonly budget?: string;
  /** The part of the selection that this run took; a report of a part is joined with the others by `relaycert merge`. */
  readonly shard?: Shard;
  /** Should-findings refuse too. */
  readonly strict: boolean;
  /** Cases in flight at once, at most: what was asked for, and what the relay kept up with in the preflight. */
  readonly concurrency?: { readonly configured: number; readonly used: number };
  /** What the relay's owner has accepted. */
  readonly deviations: readonly Deviation[];
  /** What a certificate of this run would rest on. */
  readonly basis: CertificateBasis;
  /** Command that starts this run again, without a case and without what narrows it. */
  readonly again: string;
  /** RFC 3339. */
  readonly startedAt: string;
}

/** Every `count`-th case, from `index` (1-based) on. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** What was tested against: two certificates with the same basis, level and seed speak of the same thing. */
export interface CertificateBasis {
  /** SHA-256 over all that was configured of the relay. */
  readonly configHash: string;
  /** What a client waited for at most, in ms. Only measured delays of our own process extended it. */
  readonly deadlines?: Deadlines;
  /** All positions of every mutation on every recording. */
  readonly exhaustive: boolean;
  /** Version of the contract of each dialect. */
  readonly contracts: Readonly<Record<string, string>>;
  /** SHA-256 over all recordings. */
  readonly recordingsHash: string;
  /** Ids of the requirements that were checked. */
  readonly requirements: readonly string[];
  /** What has no meaning for a recording or a client, grouped, so that a reader can tell it from what was forgotten. */
  readonly notRun: readonly NotRun[];
}

export interface NotRun {
  /** Absent where the recordings themselves were not run, because a client cannot have asked for them. */
  readonly mutation?: string;
  readonly reason: string;
  readonly recordings: readonly string[];
}
