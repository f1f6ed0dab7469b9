/** The only place that parses JSON: everything that comes off a wire goes through `parseJson` and cannot throw. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

export type Parsed =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string };

/** Parses JSON text; a syntax error is a result, not an exception. */
export function parseJson(text: string): Parsed {
  try {
    const value: JsonValue = JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** A copy of an object type that may still be written to, for building JSON step by step. */
export type JsonRecord = Record<string, JsonValue | undefined>;
