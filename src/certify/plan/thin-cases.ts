import { createRandom } from '../../core/random.ts';
import { mutations } from '../../mutations/registry.generated.ts';
import { coverPairs } from './cover-pairs.ts';
import { factorsOf } from './factors.ts';
import type { PlannedCase } from './planned-case.ts';

const pairwise: ReadonlySet<string> = new Set(
  mutations.flatMap((mutation) => (mutation.target === 'wire' && mutation.pairwise === true ? [mutation.id] : [])),
);

/**
 * The cases of a plan without the combinations that its pairwise mutations can do without: each of their values meets every
 * route, every recording and every position, and every position meets every route and recording.
 */
export function thinCases(cases: readonly PlannedCase[], seed: string): readonly PlannedCase[] {
  const isPairwise = ({ mutation }: PlannedCase): boolean => mutation !== undefined && pairwise.has(mutation.id);
  const groups = Map.groupBy(cases.filter(isPairwise), ({ mutation }) => mutation?.id);
  const covering = [...groups].flatMap(([id, group]) => coverPairs(group, factorsOf, createRandom(`${seed} ${id}`)));
  const kept = new Set(covering);
  return cases.filter((planned) => !isPairwise(planned) || kept.has(planned));
}
