import { isObject, type JsonRecord, type JsonValue } from '../../core/json.ts';

/** JSON merge patch (RFC 7396): null deletes, objects merge, anything else replaces. */
export function mergePatch(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) {
    return patch;
  }
  const merged: JsonRecord = isObject(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      delete merged[key];
    } else if (value !== undefined) {
      merged[key] = mergePatch(merged[key], value);
    }
  }
  return merged;
}
