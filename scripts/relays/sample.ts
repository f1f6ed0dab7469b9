import { variedEverywhere } from '../../src/certify/plan/plan.ts';
import type { PlannedCase } from '../../src/certify/plan/planned-case.ts';
import { variantValue } from '../../src/core/mutation.ts';
import { routeName } from '../../src/core/route.ts';

/**
 * A part of a plan that still shows each relay everything once: all unchanged answers, and of each kind of stimulus one
 * case on a text, one on a tool call and one on another answer, on every route. The case whose id sorts first stands for its
 * kind, so that a longer plan does not change which ones were picked before.
 *
 * @returns in the order of the plan
 */
export function sampleCases(cases: readonly PlannedCase[]): readonly PlannedCase[] {
  const kinds = Map.groupBy(cases, kindOf);
  const picked = new Set(
    [...kinds].flatMap(([kind, some]) => (kind === unchanged ? some : some.toSorted(byId).slice(0, 1))),
  );
  return cases.filter((planned) => picked.has(planned));
}

const unchanged = '';

function kindOf({ route, recording, mutation }: PlannedCase): string {
  if (mutation === undefined) {
    return unchanged;
  }
  const on = variedEverywhere.has(recording.name) ? recording.name : 'others';
  return [routeName(route), mutation.id, variantValue(mutation.variant), on].join(' ');
}

function byId(left: PlannedCase, right: PlannedCase): number {
  return left.id < right.id ? -1 : 1;
}
