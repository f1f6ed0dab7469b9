import { harms } from '../core/harm.ts';
import { severities } from '../core/requirement.ts';
import type { Condition, Fault, FaultPlace } from './fault.ts';

const whens: readonly Condition['when'][] = ['always', 'answers', 'stimulus'];

/** The worst first: by severity, by harm, by reach. The number of our own cases says nothing about a relay. */
export function compareFaults(left: Fault, right: Fault): number {
  return (
    severities.indexOf(left.severity) - severities.indexOf(right.severity) ||
    harms.indexOf(left.harm) - harms.indexOf(right.harm) ||
    comparePlaces(left.places[0], right.places[0]) ||
    (left.requirement < right.requirement ? -1 : 1)
  );
}

/** The widest reach first. */
export function comparePlaces(left: FaultPlace | undefined, right: FaultPlace | undefined): number {
  return left === undefined || right === undefined
    ? 0
    : whens.indexOf(left.condition.when) - whens.indexOf(right.condition.when) ||
        right.cases / right.judged - left.cases / left.judged;
}
