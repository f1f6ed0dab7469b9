import { type Grade, grades, isRequired } from '../../core/grade.ts';
import type { RunCounts } from './certificate.ts';
import type { DeviationOutcome } from './deviations.ts';
import type { CaseResult, Finding } from './result.ts';
import type { RunHeader } from './run-header.ts';

/** `certified`: exit 0. `refused`: 1. `unfinished`: 3, because it is neither. */
export type RunVerdict = 'certified' | 'refused' | 'unfinished';

export function countRun(results: readonly CaseResult[], measure: Measure): RunCounts {
  const verdicts = results.flatMap((result) => result.verdicts.map(({ verdict }) => verdict));
  const count = (wanted: string): number => verdicts.filter((verdict) => verdict === wanted).length;
  const isRefused = ({ findings }: CaseResult): boolean => refusing(findings, { ...measure, strict: false }).length > 0;
  const refused = results.filter(isRefused).length;
  const unapplied = results.filter((result) => result.unapplied !== undefined).length;
  return {
    cases: results.length,
    passed: results.filter((result) => showsAll(result) && !isRefused(result)).length,
    refused,
    unapplied,
    notRun: results.filter((result) => result.notRun !== undefined).length,
    verdicts: verdicts.length,
    pass: count('pass'),
    fail: count('fail'),
    warn: count('warn'),
    notApplicable: count('not-applicable'),
    untestable: count('untestable'),
    error: count('error'),
  };
}

/** A case that was run, and whose mutation changed something. */
function showsAll({ fault, unapplied, notRun }: CaseResult): boolean {
  return fault === undefined && unapplied === undefined && notRun === undefined;
}

/** What a relay is measured by. */
export type Measure = Pick<RunHeader, 'strict' | 'grade'>;

/** Findings that refuse a relay the required grade: the musts, and with `strict` the shoulds too. */
export function refusing(findings: readonly Finding[], { strict, grade: required }: Measure): readonly Finding[] {
  return findings.filter(
    ({ severity, grade }) =>
      (severity === 'must' || (strict && severity === 'should')) && grade !== undefined && isRequired(grade, required),
  );
}

/** The highest grade that no finding takes away; `undefined` for none. */
export function earnedGrade(findings: readonly Finding[], strict: boolean): Grade | undefined {
  return grades.findLast((grade) => refusing(findings, { strict, grade }).length === 0);
}

export interface VerdictInput {
  readonly planned: number;
  readonly results: readonly CaseResult[];
  readonly deviations: DeviationOutcome;
  readonly measure: Measure;
  /** Harness faults outside the cases. */
  readonly faults: readonly string[];
}

/**
 * A run is unfinished when it has no case, a missing case, a case that could not be run, a fault, an untestable
 * requirement, or no case that shows anything.
 */
export function runVerdict({ planned, results, deviations, measure, faults }: VerdictInput): RunVerdict {
  const broken = results.some(
    (result) =>
      result.fault !== undefined ||
      result.notRun !== undefined ||
      result.verdicts.some(({ verdict }) => verdict === 'untestable'),
  );
  const idle = results.every((result) => result.unapplied !== undefined);
  if (planned === 0 || idle || results.length < planned || faults.length > 0 || broken) {
    return 'unfinished';
  }
  const refused =
    refusing(deviations.refused, measure).length > 0 || deviations.stale.length > 0 || deviations.expired.length > 0;
  return refused ? 'refused' : 'certified';
}
