import { isArray, isObject, type JsonObject, type JsonValue } from '../core/json.ts';

/** The string, or undefined for any other value. */
export function readText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The whole number from 1 upwards, or undefined for any other value. */
export function readCount(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 1 ? value : undefined;
}

/** The objects of an array; other items and other values are left out. */
export function readObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}

/** The strings of an array, or a string alone as the only one. */
export function readTexts(value: JsonValue | undefined): readonly string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/**
 * The text of `content`, which both dialects allow as a string or as an array of `{ type: "text", text }`; undefined
 * where there is none.
 * @param separator what stands between the texts of an array
 */
export function readContentText(value: JsonValue | undefined, separator: string): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  const texts = readObjects(value).flatMap((block) =>
    block['type'] === 'text' ? [readText(block['text']) ?? ''] : [],
  );
  return texts.length === 0 ? undefined : texts.join(separator);
}

/**
 * Tool arguments as JSON text. Text stays as it came, malformed or not; an object, which some servers send instead, is
 * written out.
 */
export function readArguments(value: JsonValue | undefined): string {
  if (typeof value === 'string') {
    return value;
  }
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
