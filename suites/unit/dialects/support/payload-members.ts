import { isArray, isObject, type JsonObject, type JsonValue } from '../../../../src/core/json.ts';

/** The object under this key; an empty one where there is none. */
export function field(payload: JsonObject, key: string): JsonObject {
  const value = payload[key];
  return isObject(value) ? value : {};
}

/** The objects of a list. */
export function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}

/** The string; an empty one for anything else. */
export function word(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
