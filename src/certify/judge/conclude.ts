import type { Grade } from '../../core/grade.ts';
import { requirements } from '../../requirements/registry.generated.ts';
import { type Certificate, issueCertificate, type RunCounts } from './certificate.ts';
import { type ConfirmedFault, standing } from './confirmed.ts';
import { applyDeviations, type DeviationOutcome } from './deviations.ts';
import type { CaseResult } from './result.ts';
import type { RunHeader } from './run-header.ts';
import { type Untested, untestedRequirements } from './untested.ts';
import { countRun, earnedGrade, type RunVerdict, runVerdict } from './verdict.ts';

/** The result of a run. */
export interface RunOutcome {
  readonly header: RunHeader;
  readonly verdict: RunVerdict;
  /** The highest grade that the findings leave; absent for none. Only a certified run has shown it. */
  readonly earned?: Grade;
  /** In the order of the plan; those of a joined run in the order of their reports. */
  readonly results: readonly CaseResult[];
  readonly counts: RunCounts;
  readonly deviations: DeviationOutcome;
  /** Faults that were looked for again after the plan; absent where there are none. */
  readonly confirmed?: readonly ConfirmedFault[];
  /** Requirements that were hardly tested on a route; absent where there are none. */
  readonly untested?: readonly Untested[];
  /** Harness faults outside the cases, and whatever else left the run unfinished. */
  readonly faults: readonly string[];
  /** Present for a certified run of the full plan. */
  readonly certificate?: Certificate;
}

/**
 * Judges a run by its header and its cases alone, so that a report that is read back gives the same result.
 *
 * @param now when it ended: the day by which deviations expire, and the date of the certificate
 * @param confirmed faults that were looked for again; an intermittent one that a measured delay explains is left out
 */
export function concludeRun(
  header: RunHeader,
  results: readonly CaseResult[],
  faults: readonly string[],
  now: Date,
  confirmed: readonly ConfirmedFault[] = [],
): RunOutcome {
  const full = header.cases === header.plan.cases && header.requirements === header.plan.requirements;
  const findings = standing(
    results.flatMap((result) => result.findings),
    confirmed,
  );
  const deviations = applyDeviations(findings, header.deviations, now, !full);
  const verdict = runVerdict({ planned: header.cases, results, deviations, measure: header, faults });
  const counts = countRun(results, header);
  const earned = earnedGrade(deviations.refused, header.strict);
  const checked = requirements.filter(({ id }) => header.basis.requirements.includes(id));
  const untested = untestedRequirements(results, checked);
  const outcome = {
    header,
    verdict,
    ...(earned === undefined ? {} : { earned }),
    results,
    counts,
    deviations,
    ...(confirmed.length === 0 ? {} : { confirmed }),
    ...(untested.length === 0 ? {} : { untested }),
    faults,
  };
  return verdict === 'certified' && full && earned !== undefined
    ? { ...outcome, certificate: issueCertificate(header, earned, counts, untested, now) }
    : outcome;
}
