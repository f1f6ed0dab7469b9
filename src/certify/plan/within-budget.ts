import { createRandom } from '../../core/random.ts';
import { routeName } from '../../core/route.ts';
import type { Budget } from '../options/budget.ts';
import { coverPairs } from './cover-pairs.ts';
import { kindFactorsOf } from './factors.ts';
import type { PlannedCase } from './planned-case.ts';

/** Cases of a route in a smoke run. */
const smokeCases = 60;

/**
 * The cases that a budget allows, in the order of the plan. As far as it reaches, they combine every two of route, recording,
 * mutation and position; a smoke run has the unchanged streams of each route first. A budget of time allows all of them here,
 * because only a relay that runs can turn it into a number.
 */
export function withinBudget(cases: readonly PlannedCase[], budget: Budget, seed: string): readonly PlannedCase[] {
  const random = createRandom(`${seed} budget`);
  switch (budget.kind) {
    case 'cases':
      return coverPairs(cases, kindFactorsOf, random, budget.cases);
    case 'time':
      return cases;
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
