import { createRandom } from '../../core/random.ts';
import { routeName } from '../../core/route.ts';
import type { Budget } from '../options/budget.ts';
import { coverPairs } from './cover-pairs.ts';
import { kindFactorsOf } from './factors.ts';
import type { PlannedCase } from './planned-case.ts';

/** Cases of a route in a smoke run. */
const smokeCases = 60;

/**
 * The cases that a budget allows, in the order of the plan. As far as it reaches, they combine every two of route,
 * recording, mutation and position; a smoke run has the unchanged streams of each route first.
 *
 * @param perSecond cases that the relay answers in a second; a budget of time takes all cases where it is not known yet
 */
export function withinBudget(
  cases: readonly PlannedCase[],
  budget: Budget,
  seed: string,
  perSecond?: number,
): readonly PlannedCase[] {
  const random = createRandom(`${seed} budget`);
  switch (budget.kind) {
    case 'cases':
      return coverPairs(cases, kindFactorsOf, random, budget.cases);
    case 'time':
      return perSecond === undefined
        ? cases
        : coverPairs(cases, kindFactorsOf, random, Math.max(1, Math.floor((budget.ms / 1_000) * perSecond)));
    case 'smoke': {
      const routes = Map.groupBy(cases, ({ route }) => routeName(route));
      const kept = new Set([...routes.values()].flatMap((some) => smokeOf(some, seed)));
      return cases.filter((planned) => kept.has(planned));
    }
  }
}

function smokeOf(cases: readonly PlannedCase[], seed: string): readonly PlannedCase[] {
  const random = createRandom(`${seed} smoke`);
  const unchanged = cases.filter(({ topic }) => topic === 'answers');
  const first = coverPairs(unchanged, kindFactorsOf, random, smokeCases);
  const rest = cases.filter(({ topic }) => topic !== 'answers');
  return [...first, ...coverPairs(rest, kindFactorsOf, random, smokeCases - first.length)];
}
