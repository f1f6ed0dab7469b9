import { deepestJson, isObject, type JsonRecord, type JsonValue, parseJson } from '../../core/json.ts';

/**
 * Puts together a value that came as fragments `{ jsonPath, stringValue | numberValue | boolValue | nullValue }`: strings
 * at one path are joined, everything else is set. Source: @google/genai 3.3.0, PartialArg. Fragments that name no place,
 * or one deeper than any JSON of ours, are left out.
 */
export function joinFragments(fragments: readonly JsonValue[]): JsonRecord {
  const root: JsonRecord = {};
  // Only what is made here is written into: a value may be a number kept as its text, which is an object too.
  const made = new Set<Container>([root]);
  for (const fragment of fragments) {
    if (!isObject(fragment) || typeof fragment['jsonPath'] !== 'string') {
      continue;
    }
    const path = parsePath(fragment['jsonPath']);
    const value = fragmentValue(fragment);
    if (path.length > 0 && path.length < deepestJson && value !== undefined) {
      place(root, path, value, made);
    }
  }
  return root;
}

/** `$.a.b[0]['c d']` as keys (RFC 9535, singular queries). */
function parsePath(path: string): readonly (string | number)[] {
  const keys: (string | number)[] = [];
  for (const match of path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/g)) {
    const [, name, index, single, double] = match;
    keys.push(index === undefined ? (name ?? unquoted(single ?? double ?? '')) : Number(index));
  }
  return keys;
}

/** A quoted name has the escapes of a JSON string, and one for its own quote. */
function unquoted(quoted: string): string {
  if (!quoted.includes('\\')) {
    return quoted;
  }
  const parsed = parseJson(`"${quoted.replaceAll("\\'", "'").replaceAll(/(?<!\\)"/g, '\\"')}"`);
  return parsed.ok && typeof parsed.value === 'string' ? parsed.value : quoted;
}

function fragmentValue(fragment: JsonRecord): JsonValue | undefined {
  for (const key of ['stringValue', 'numberValue', 'boolValue']) {
    const value = fragment[key];
    if (value !== undefined && value !== null) {
      return value;
    }
  }
  return 'nullValue' in fragment ? null : undefined;
}

type Container = JsonRecord | JsonValue[];

/** Largest array position that a fragment may name; more would let one fragment fill the memory. */
const mostItems = 10_000;

function place(root: JsonRecord, path: readonly (string | number)[], value: JsonValue, made: Set<Container>): void {
  let container: Container = root;
  for (const [depth, key] of path.entries()) {
    const next = path[depth + 1];
    if (next === undefined) {
      const before = read(container, key);
      write(container, key, typeof before === 'string' && typeof value === 'string' ? before + value : value);
      return;
    }
    const inner = read(container, key);
    if (isContainer(inner, made)) {
      container = inner;
    } else {
      const fresh: Container = typeof next === 'number' ? [] : {};
      made.add(fresh);
      write(container, key, fresh);
      container = fresh;
    }
  }
}

function isContainer(value: JsonValue | undefined, made: ReadonlySet<unknown>): value is Container {
  return made.has(value);
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
