import type { JsonValue } from '../core/json.ts';
import type { Part } from '../core/outcome.ts';

/** The values with this name that parts hold, in order. */
export function opaqueValues(parts: readonly Part[], name: string): readonly JsonValue[] {
  return parts.flatMap(({ opaque }) => opaque.filter((entry) => entry.name === name).map(({ value }) => value));
}
