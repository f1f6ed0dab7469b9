import { isArray, isObject, type JsonValue } from './json.ts';

/** Keys and array positions that lead to a value inside a JSON document. */
export type JsonPath = readonly (string | number)[];

/** The value at a path, or undefined. */
export function valueAt(value: JsonValue | undefined, path: JsonPath): JsonValue | undefined {
  let current = value;
  for (const key of path) {
    if (isArray(current) && typeof key === 'number') {
      current = current[key];
    } else if (isObject(current)) {
      current = current[key];
    } else {
      return undefined;
    }
  }
  return current;
}

/** The paths of the items of the list at a path; empty where there is no list. */
export function itemsAt(value: JsonValue | undefined, path: JsonPath): readonly JsonPath[] {
  const items = valueAt(value, path);
  return isArray(items) ? items.map((_, index) => [...path, index]) : [];
}

/** The string at a path; `''` for any other value. */
export function textAt(value: JsonValue | undefined, path: JsonPath | undefined): string {
  const found = path && valueAt(value, path);
  return typeof found === 'string' ? found : '';
}

/** The document with the value at `path` replaced, added or removed. */
export function replaceValue(document: JsonValue, path: JsonPath, value: JsonValue): JsonValue;
export function replaceValue(
  document: JsonValue | undefined,
  path: JsonPath,
  value: JsonValue | undefined,
): JsonValue | undefined;
export function replaceValue(
  current: JsonValue | undefined,
  path: JsonPath,
  value: JsonValue | undefined,
): JsonValue | undefined {
  const [key, ...rest] = path;
  if (key === undefined) {
    return value;
  }
  if (isArray(current) && typeof key === 'number') {
    const item = replaceValue(current[key], rest, value);
    return item === undefined ? current.filter((_, index) => index !== key) : current.with(key, item);
  }
  if (isObject(current) || current === undefined || current === null) {
    const { [key]: before, ...others } = current ?? {};
    const member = replaceValue(before, rest, value);
    return member === undefined ? others : { ...current, [key]: member };
  }
  return current;
}
