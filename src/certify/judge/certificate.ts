import type { Deadlines } from '../../core/exchange.ts';
import type { Grade } from '../../core/grade.ts';
import type { Level } from '../../core/level.ts';
import type { RouteName } from '../../core/route.ts';
import type { Deviation } from './deviations.ts';
import type { NotRun, RunHeader } from './run-header.ts';
import type { Untested } from './untested.ts';

/** `certificate.json`: what was certified, against what, and what was not run. Schema: contracts/meta/certificate.schema.json. */
export interface Certificate {
  readonly format: 'relaycert-certificate/2';
  readonly issuedAt: string;
  readonly relay: { readonly name: string; readonly version?: string; readonly configHash: string };
  readonly relaycert: string;
  /** The grade that was earned, which can be higher than what was required. */
  readonly grade: Grade;
  readonly level: Level;
  readonly seed: string;
  readonly exhaustive: boolean;
  readonly deadlines?: Deadlines;
  readonly routes: readonly RouteName[];
  readonly contracts: Readonly<Record<string, string>>;
  readonly recordingsHash: string;
  readonly requirements: readonly string[];
  readonly counts: RunCounts;
  readonly deviations: readonly Deviation[];
  readonly notRun: readonly NotRun[];
  /** Requirements that were hardly tested on a route; absent where there are none. */
  readonly untested?: readonly Untested[];
}

export interface RunCounts {
  readonly cases: number;
  readonly passed: number;
  readonly refused: number;
  /** Cases whose mutation has no meaning for what the relay asks its upstream for: neither passed nor refused. */
  readonly unapplied: number;
  /** Cases that could not be run: the relay refused them by itself, or was not there. */
  readonly notRun: number;
  /** By verdict, over all requirements × cases; they add up to `verdicts`. */
  readonly verdicts: number;
  readonly pass: number;
  readonly fail: number;
  readonly warn: number;
  readonly notApplicable: number;
  readonly untestable: number;
  readonly error: number;
}

/** The certificate of a run. The caller makes sure that the run was certified over its full plan. */
export function issueCertificate(
  header: RunHeader,
  grade: Grade,
  counts: RunCounts,
  untested: readonly Untested[],
  issuedAt: Date,
): Certificate {
  const { configHash, deadlines, exhaustive, contracts, recordingsHash, requirements, notRun } = header.basis;
  return {
    format: 'relaycert-certificate/2',
    issuedAt: issuedAt.toISOString(),
    relay: { ...header.relay, configHash },
    relaycert: header.relaycert,
    grade,
    level: header.level,
    seed: header.seed,
    exhaustive,
    ...(deadlines === undefined ? {} : { deadlines }),
    routes: header.routes,
    contracts,
    recordingsHash,
    requirements,
    counts,
    deviations: header.deviations,
    notRun,
    ...(untested.length === 0 ? {} : { untested }),
  };
}
