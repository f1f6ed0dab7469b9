import type { RunCounts } from './certificate.ts';
import type { DeviationOutcome } from './deviations.ts';
import type { CaseResult, Finding } from './result.ts';

/** `certified`: exit 0. `refused`: 1. `unfinished`: 3, because it is neither. */
export type RunVerdict = 'certified' | 'refused' | 'unfinished';

export function countRun(results: readonly CaseResult[]): RunCounts {
  const verdicts = results.flatMap((result) => result.verdicts.map(({ verdict }) => verdict));
  const count = (wanted: string): number => verdicts.filter((verdict) => verdict === wanted).length;
  const refused = results.filter((result) => result.findings.some(({ severity }) => severity === 'must')).length;
  const unapplied = results.filter((result) => result.unapplied !== undefined).length;
  return {
    cases: results.length,
    passed: results.filter((result) => result.fault === undefined).length - refused - unapplied,
    refused,
    unapplied,
    verdicts: verdicts.length,
    pass: count('pass'),
    fail: count('fail'),
    warn: count('warn'),
    notApplicable: count('not-applicable'),
    untestable: count('untestable'),
    error: count('error'),
  };
}

/** Findings that refuse a relay: the musts, and with `strict` the shoulds too. */
export function refusing(findings: readonly Finding[], strict: boolean): readonly Finding[] {
  return findings.filter(({ severity }) => severity === 'must' || (strict && severity === 'should'));
}

export interface VerdictInput {
  readonly planned: number;
  readonly results: readonly CaseResult[];
  readonly deviations: DeviationOutcome;
  readonly strict: boolean;
  /** Harness faults outside the cases. */
  readonly faults: readonly string[];
}

/** A run is unfinished when it has no case, a missing case, a fault, an untestable requirement, or no case that shows anything. */
export function runVerdict({ planned, results, deviations, strict, faults }: VerdictInput): RunVerdict {
  const broken = results.some(
    (result) => result.fault !== undefined || result.verdicts.some(({ verdict }) => verdict === 'untestable'),
  );
  const idle = results.every((result) => result.unapplied !== undefined);
  if (planned === 0 || idle || results.length < planned || faults.length > 0 || broken) {
    return 'unfinished';
  }
  const refused =
    refusing(deviations.refused, strict).length > 0 || deviations.stale.length > 0 || deviations.expired.length > 0;
  return refused ? 'refused' : 'certified';
}
