import type { RunOutcome } from '../certify/judge/conclude.ts';
import type { CaseResult, Finding } from '../certify/judge/result.ts';
import { type Severity, severities } from '../core/requirement.ts';
import type { RouteName } from '../core/route.ts';

/** A requirement that the relay fell short of, with all findings that no deviation accepts. */
export interface Shortfall {
  readonly requirement: string;
  readonly severity: Severity;
  /** In the order of the results. */
  readonly findings: readonly Finding[];
  /** Cases with such a finding, and cases in which the requirement could be judged. */
  readonly cases: number;
  readonly judged: number;
  /** Cases with such a finding, by route. */
  readonly routes: ReadonlyMap<RouteName, number>;
}

/** Sorted by severity (musts first), then by the number of cases (most first), then by id. */
export function shortfalls({ results, deviations }: Pick<RunOutcome, 'results' | 'deviations'>): readonly Shortfall[] {
  const judged = countJudged(results);
  const groups = Map.groupBy(deviations.refused, ({ requirement }) => requirement);
  return [...groups]
    .map(([requirement, findings]): Shortfall => {
      const routes = [...Map.groupBy(findings, ({ route }) => route)];
      return {
        requirement,
        severity: findings[0]?.severity ?? 'note',
        findings,
        cases: distinctCases(findings),
        judged: judged.get(requirement) ?? 0,
        routes: new Map(routes.map(([route, some]) => [route, distinctCases(some)])),
      };
    })
    .sort(byWeight);
}

function byWeight(left: Shortfall, right: Shortfall): number {
  return (
    severities.indexOf(left.severity) - severities.indexOf(right.severity) ||
    right.cases - left.cases ||
    (left.requirement < right.requirement ? -1 : 1)
  );
}

/** The number of cases in which each requirement was judged. The other cases say nothing about it. */
function countJudged(results: readonly CaseResult[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { requirement, verdict } of results.flatMap(({ verdicts }) => verdicts)) {
    if (verdict === 'pass' || verdict === 'fail' || verdict === 'warn') {
      counts.set(requirement, (counts.get(requirement) ?? 0) + 1);
    }
  }
  return counts;
}

function distinctCases(findings: readonly Finding[]): number {
  return new Set(findings.map((finding) => finding.case)).size;
}
