import { shortHash } from '../../core/hash.ts';
import type { RouteName } from '../../core/route.ts';
import type { Finding } from './result.ts';

/** What is looked at of a finding. */
type FaultSign = Pick<Finding, 'requirement' | 'blame' | 'actual' | 'cause' | 'issue'>;

/**
 * 12 hex digits that name a fault on a route. They rest on what the relay did, never on the case, the seed, the machine or
 * the size of the plan, so that one case and a whole run name it alike.
 */
export function faultId(sign: FaultSign, route: RouteName): string {
  return shortHash(JSON.stringify([...faultShape(sign), route]));
}

/** What makes two findings signs of the same fault, wherever they are: requirement, blame, issue or cause, and shape. */
export function faultShape({ requirement, blame, actual, cause = '', issue = cause }: FaultSign): readonly string[] {
  return [requirement, blame, issue, shapeOf(actual)];
}

/** What was seen, without the values that change from case to case: numbers, hashes and quoted words. */
function shapeOf(actual: string): string {
  return actual
    .replace(/ \(\d+ times\)$/, '')
    .replaceAll(/"[^"]*"/g, '"…"')
    .replaceAll(/\b[0-9a-f]{12}\b/g, '#')
    .replaceAll(/\d+(?:\.\d+)?/g, '#')
    .replaceAll(/#(?:, #)+/g, '#');
}
