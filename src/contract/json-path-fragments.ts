import { isArray, isObject, type JsonRecord, type JsonValue } from '../core/json.ts';

/**
 * Puts together a value that came as fragments `{ jsonPath, stringValue | numberValue | boolValue | nullValue }`: strings
 * at one path are joined, everything else is set. Source: @google/genai 3.3.0, PartialArg. Fragments that name no place
 * are left out.
 */
export function joinFragments(fragments: readonly JsonValue[]): JsonRecord {
  const root: JsonRecord = {};
  for (const fragment of fragments) {
    if (!isObject(fragment) || typeof fragment['jsonPath'] !== 'string') {
      continue;
    }
    const path = parsePath(fragment['jsonPath']);
    const value = fragmentValue(fragment);
    if (path.length > 0 && value !== undefined) {
      place(root, path, value);
    }
  }
  return root;
}

/** `$.a.b[0]['c d']` as keys. */
function parsePath(path: string): readonly (string | number)[] {
  const keys: (string | number)[] = [];
  for (const match of path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/g)) {
    const [, name, index, single, double] = match;
    keys.push(index === undefined ? (name ?? single ?? double ?? '') : Number(index));
  }
  return keys;
}

function fragmentValue(fragment: JsonRecord): JsonValue | undefined {
  for (const key of ['stringValue', 'numberValue', 'boolValue']) {
    if (fragment[key] !== undefined) {
      return fragment[key];
    }
  }
  return 'nullValue' in fragment ? null : undefined;
}

type Container = JsonRecord | JsonValue[];

/** Largest array position that a fragment may name; more would let one fragment fill the memory. */
const mostItems = 10_000;

function place(root: JsonRecord, path: readonly (string | number)[], value: JsonValue): void {
  let container: Container = root;
  for (const [depth, key] of path.entries()) {
    const next = path[depth + 1];
    if (next === undefined) {
      const before = read(container, key);
      write(container, key, typeof before === 'string' && typeof value === 'string' ? before + value : value);
      return;
    }
    const inner = read(container, key);
    if (isContainer(inner)) {
      container = inner;
    } else {
      const made: Container = typeof next === 'number' ? [] : {};
      write(container, key, made);
      container = made;
    }
  }
}

function isContainer(value: JsonValue | undefined): value is Container {
  return isArray(value) || isObject(value);
}

function read(container: Container, key: string | number): JsonValue | undefined {
  if (Array.isArray(container)) {
    return container[Number(key)];
  }
  return Object.hasOwn(container, key) ? container[String(key)] : undefined;
}

function write(container: Container, key: string | number, value: JsonValue): void {
  if (Array.isArray(container)) {
    const index = Number(key);
    if (index >= 0 && index <= mostItems) {
      while (container.length < index) {
        container.push(null);
      }
      container[index] = value;
    }
  } else {
    Object.defineProperty(container, key, { value, enumerable: true, writable: true, configurable: true });
  }
}
