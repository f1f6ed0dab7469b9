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
  const groups = Map.groupBy(cases, ({ mutation }) => (pairwise.has(mutation?.id ?? '') ? mutation?.id : undefined));
  const kept = new Set<PlannedCase>(groups.get(undefined));
  for (const [id, group] of groups) {
    if (id !== undefined) {
      for (const planned of coverPairs(group, factorsOf, createRandom(`${seed} ${id}`))) {
        kept.add(planned);
      }
    }
  }
  return cases.filter((planned) => kept.has(planned));
}
