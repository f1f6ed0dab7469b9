import { isArray, isObject, type JsonValue } from '../../core/json.ts';

/** Reads one place of a JSON value; `undefined` where there is nothing. */
export type Read = (node: JsonValue) => JsonValue | undefined;

/** `/a/b` as keys, with `~1` and `~0` unescaped (RFC 6901). */
export function pointerPath(pointer: string): readonly string[] {
  return pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A key as one token of a JSON pointer. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

export function compilePointer(pointer: string): Read {
  const [first, ...others] = pointerPath(pointer).map(compileStep);
  return first === undefined ? (node) => node : others.reduce(chain, first);
}

function chain(before: Read, step: Read): Read {
  return (node) => {
    const inner = before(node);
    return inner === undefined ? undefined : step(inner);
  };
}

/** The first of several places that is given. */
export function compileSource(source: string | readonly string[]): Read {
  if (typeof source === 'string') {
    return compilePointer(source);
  }
  const reads = source.map(compilePointer);
  return (node) => {
    for (const read of reads) {
      const value = read(node);
      if (isGiven(value)) {
        return value;
      }
    }
    return undefined;
  };
}

/** One step into a value. Names that every object inherits are looked up with care, all others directly. */
function compileStep(key: string): (node: JsonValue) => JsonValue | undefined {
  const inherited = key in Object.prototype;
  const position = Number(key);
  return (node) => {
    if (typeof node !== 'object' || node === null) {
      return undefined;
    }
    if (isArray(node)) {
      return node[position];
    }
    return isObject(node) && (!inherited || Object.hasOwn(node, key)) ? node[key] : undefined;
  };
}

/** Absent, null and `""` are one class. */
export function isGiven(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null && value !== '';
}

/** Empty: not given, 0, `[]` or `{}`. */
export function isEmpty(value: JsonValue | undefined): boolean {
  if (!isGiven(value) || value === 0) {
    return true;
  }
  return isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
}
