import { messageOf } from './fault.ts';

/** The only place that parses JSON. Everything that comes off a wire goes through here, and nothing throws. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** A JSON object while it is being built. */
export type JsonRecord = Record<string, JsonValue | undefined>;

export type Parsed =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string };

/**
 * Values nested deeper than this are refused, because walking or writing them would exhaust the stack. No answer of any
 * provider comes near it, and the parsers of other languages stop at 64 to 1,000.
 */
export const deepestJson = 500;

/**
 * Parses JSON text; a syntax error is a result, not an exception. Numbers become doubles: digits past 2^53 are lost.
 */
export function parseJson(text: string): Parsed {
  try {
    const value: JsonValue = JSON.parse(text);
    // Each level takes two characters, so short texts need no check.
    if (text.length > 2 * deepestJson && isDeeperThan(value, deepestJson)) {
      return { ok: false, message: `nested deeper than ${deepestJson} levels` };
    }
    return { ok: true, value };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

/**
 * Parses JSON text that will be written out again. A number that a double would spell differently (`1.0`, digits past
 * 2^53) stays as it was written. Such a number is an opaque object that only `JSON.stringify` understands.
 */
export function parseJsonToRewrite(text: string): Parsed {
  try {
    const value = JSON.parse(text, (key, item, context) =>
      typeof item === 'number' && String(item) !== context.source ? keepLexemes(key, item, context) : item,
    );
    return isJsonValue(value) ? { ok: true, value } : { ok: false, message: 'not JSON' };
  } catch (error) {
    return { ok: false, message: messageOf(error) };
  }
}

/**
 * The same value in one spelling: keys sorted, no white space, every number with the digits it was sent with. Two texts
 * are equal as JSON exactly when these are equal. `undefined` when the text is not JSON.
 */
export function canonicalJson(text: string): string | undefined {
  try {
    const value = JSON.parse(text, (key, item, context) => {
      const kept = keepLexemes(key, item, context);
      return isObject(kept) && !isRawJson(kept) ? sorted(kept) : kept;
    });
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Gives the text of the value at a path; `undefined` when there is none. */
export type JsonTextAt = (path: readonly (string | number)[]) => string | undefined;

/**
 * Reads values of a JSON text as they were spelled, numbers digit for digit. It parses the text once, on the first
 * call.
 */
export function jsonTexts(text: string): JsonTextAt {
  let root: { readonly value: unknown } | undefined;
  return (path) => {
    try {
      root ??= { value: JSON.parse(text, keepLexemes) };
      let { value } = root;
      for (const key of path) {
        if (Array.isArray(value)) {
          value = value[Number(key)];
        } else if (isObject(value) && Object.hasOwn(value, key)) {
          value = value[String(key)];
        } else {
          return undefined;
        }
      }
      return value === undefined ? undefined : JSON.stringify(value);
    } catch {
      return undefined;
    }
  };
}

/**
 * Whether arrays and objects are nested in more than `limit` levels; walks level by level, because it must not recurse.
 */
function isDeeperThan(value: JsonValue, limit: number): boolean {
  let level: readonly JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= limit) {
      return true;
    }
    const next: JsonValue[] = [];
    for (const container of level) {
      for (const child of isArray(container) ? container : isObject(container) ? Object.values(container) : []) {
        if (typeof child === 'object' && child !== null) {
          next.push(child);
        }
      }
    }
    level = next;
  }
  return false;
}

function keepLexemes(_key: string, value: unknown, context: { readonly source?: string }): unknown {
  return typeof value === 'number' && context.source !== undefined ? JSON.rawJSON(context.source) : value;
}

/** Objects made by JSON.rawJSON have no prototype; parsed objects have one. */
function isRawJson(value: object): boolean {
  return Object.getPrototypeOf(value) === null;
}

function sorted(value: object): object {
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)),
  );
}

/** What a parser gives is JSON at every depth, so this narrows the type without looking inside. */
function isJsonValue(value: unknown): value is JsonValue {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol' && typeof value !== 'bigint';
}

/** A value as plain JSON, without its `undefined` members and without types of our own. */
export function toJson(value: object): JsonValue {
  const copy: JsonValue = JSON.parse(JSON.stringify(value));
  return copy;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}
