import type { Requirement } from '../../core/requirement.ts';
import type { RouteName } from '../../core/route.ts';
import type { CaseResult } from './result.ts';

/** A requirement that a run could hardly test on a route. It is neither a pass nor a finding. */
export interface Untested {
  readonly requirement: string;
  readonly route: RouteName;
  /** Cases in which the upstream did what can break it. */
  readonly applied: number;
  /** Cases in which the upstream was to do it. */
  readonly cases: number;
}

/** With a smaller share of its cases a requirement counts as untested. */
const leastShare = 0.25;

/**
 * The requirements that can be broken only while the upstream does something, on the routes on which that mostly had no
 * meaning, because the relay asks its upstream for bodies where its client wants a stream.
 */
export function untestedRequirements(
  results: readonly CaseResult[],
  requirements: readonly Requirement[],
): readonly Untested[] {
  const routes = [...Map.groupBy(results, ({ route }) => route)];
  return requirements.flatMap(({ id, provenBy }) => {
    const stimuli = new Set(provenBy.map(({ stimulus }) => stimulus));
    if (stimuli.size === 0 || stimuli.has(undefined)) {
      return [];
    }
    return routes.flatMap(([route, members]): readonly Untested[] => {
      const meant = members.filter(({ mutation, notRun }) => notRun === undefined && stimuli.has(mutation));
      const applied = meant.filter(({ unapplied }) => unapplied === undefined).length;
      return meant.length > 0 && applied < leastShare * meant.length
        ? [{ requirement: id, route, applied, cases: meant.length }]
        : [];
    });
  });
}
