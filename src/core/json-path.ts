import { isArray, isObject, type JsonObject, type JsonValue } from './json.ts';

/** Some members of an object, taken for an object of their own: what a document has no object around. */
export interface Members {
  readonly members: readonly string[];
}

/** Keys and array positions that lead to a value inside a JSON document. */
export type JsonPath = readonly (string | number | Members)[];

/** The value at a path, or undefined. */
export function valueAt(value: JsonValue | undefined, path: JsonPath): JsonValue | undefined {
  let current = value;
  for (const key of path) {
    if (typeof key === 'object') {
      current = isObject(current) ? pick(current, key) : undefined;
    } else if (isArray(current) && typeof key === 'number') {
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

/** The items of the list at a path; empty where there is no list. */
export function listAt(value: JsonValue | undefined, path: JsonPath): readonly JsonValue[] {
  const items = valueAt(value, path);
  return isArray(items) ? items : [];
}

/** The only item of a list, if it has one item and that is an object. */
export function onlyItem(value: JsonValue | undefined, list: string): JsonObject | undefined {
  const [item, ...others] = listAt(value, [list]);
  return others.length === 0 && isObject(item) ? item : undefined;
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
  if (typeof key === 'object') {
    return isObject(current) ? replaceMembers(current, key, rest, value) : current;
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

/** The members that are there; undefined where none is. */
function pick(object: JsonObject, { members }: Members): JsonObject | undefined {
  const found = Object.entries(object).filter(([name]) => members.includes(name));
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Null in place of all of them is null in each. */
function replaceMembers(object: JsonObject, key: Members, rest: JsonPath, value: JsonValue | undefined): JsonObject {
  const others = Object.fromEntries(Object.entries(object).filter(([name]) => !key.members.includes(name)));
  const changed = replaceValue(pick(object, key), rest, value);
  const nulls = Object.fromEntries(key.members.map((name) => [name, null]));
  return { ...others, ...(changed === null ? nulls : isObject(changed) ? changed : {}) };
}
