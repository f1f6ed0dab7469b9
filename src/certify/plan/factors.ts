import { variantValue } from '../../core/mutation.ts';
import { routeName } from '../../core/route.ts';
import type { PlannedCase } from './planned-case.ts';

/**
 * What a case combines: its route, its recording, what is changed and where. Two cases with the same factors differ in
 * nothing that a plan chooses.
 */
export function factorsOf({ route, recording, mode, mutation }: PlannedCase): readonly string[] {
  const { id = 'none', variant } = mutation ?? {};
  const value = variant === undefined ? '' : variantValue(variant);
  return [
    `route ${routeName(route)}`,
    `recording ${recording.dialect}/${recording.name}`,
    `mutation ${id} ${value} of ${recording.dialect} as ${mode}`,
    ...(variant?.position === undefined ? [] : [`position ${id} ${variant.position} of ${recording.dialect}`]),
  ];
}

/**
 * The same without the value of a change and the exact place: every case has four factors, so that a mutation with many values
 * is worth no more than one with a single one.
 */
export function kindFactorsOf({ route, recording, mode, mutation }: PlannedCase): readonly string[] {
  const { position } = mutation?.variant ?? {};
  return [
    `route ${routeName(route)}`,
    `recording ${recording.dialect}/${recording.name}`,
    `mutation ${mutation?.id ?? 'none'} as ${mode}`,
    `position ${position === undefined ? 'none' : position === 0 ? 'first' : 'later'}`,
  ];
}
