import { isArray, isObject, type JsonObject, type JsonValue } from '../core/json.ts';

/** The string, or undefined for any other value. */
export function readText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The integer of 1 or more, or undefined for any other value. */
export function readCount(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}

/** The objects of an array; other items and other values are left out. */
export function readObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}

/** Whether the value is an object with a type, as blocks, items and annotations are. */
export function isTyped(value: JsonValue): value is JsonObject {
  return isObject(value) && typeof value['type'] === 'string';
}

/** The strings of an array, or a string alone as the only one. */
export function readTexts(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/**
 * The text of `content`, which most dialects allow as a string or as an array of `{ type: "text", text }`; undefined
 * if there is none.
 * @param separator goes between the texts of an array
 * @param types the types that a part with text may have
 */
export function readContentText(
  value: JsonValue | undefined,
  separator: string,
  types: readonly (JsonValue | undefined)[] = ['text'],
): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  const texts = readObjects(value).flatMap(({ type, text }) => (types.includes(type) ? [readText(text) ?? ''] : []));
  return texts.length === 0 ? undefined : texts.join(separator);
}

/**
 * Tool arguments as JSON text. Text stays as it came, malformed or not. An object, which some servers send instead, is
 * written out as JSON.
 */
export function readArguments(value: JsonValue | undefined): string {
  if (typeof value === 'string') {
    return value;
  }
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
