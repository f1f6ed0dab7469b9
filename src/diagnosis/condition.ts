import type { CaseResult } from '../certify/judge/result.ts';
import type { Condition } from './fault.ts';

/**
 * When a fault shows. What the unchanged recordings show is not asked of the mutated ones again.
 *
 * @param showing results that show it
 * @param judged all results of the route in which its requirement could be judged
 */
export function conditionOf(showing: readonly CaseResult[], judged: readonly CaseResult[]): Condition {
  const unchanged = showing.filter(isUnchanged);
  if (unchanged.length === 0) {
    return { when: 'stimulus', mutations: distinct(showing.flatMap(({ mutation }) => mutation ?? [])) };
  }
  return unchanged.length === judged.filter(isUnchanged).length
    ? { when: 'always' }
    : { when: 'answers', recordings: distinct(unchanged.map(({ recording }) => recording)) };
}

function isUnchanged({ mutation }: CaseResult): boolean {
  return mutation === undefined;
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}
