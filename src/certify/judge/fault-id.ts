import { shortHash } from '../../core/hash.ts';
import type { Blame } from '../../core/requirement.ts';
import type { RouteName } from '../../core/route.ts';

/** What makes two findings signs of the same fault. */
export interface FaultTraits {
  readonly requirement: string;
  readonly blame: Blame;
  /** The issue of the contract, else the cause. */
  readonly cause: string;
  readonly actual: string;
  readonly route: RouteName;
}

/**
 * 12 hex digits that name a fault. They rest on what the relay did, never on the case, the seed, the machine or the size
 * of the plan, so that one case and a whole run name it alike.
 */
export function faultId({ requirement, blame, cause, actual, route }: FaultTraits): string {
  return shortHash(JSON.stringify([requirement, blame, cause, shapeOf(actual), route]));
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
