import { isArray, isObject, type JsonRecord, type JsonValue, parseJsonToRewrite } from '../../core/json.ts';
import type { Blanks } from '../../dialects/places.ts';

/** The document without the members; undefined where that changes nothing, or where it is not JSON. */
export function blanked(data: string, blanks: Blanks): string | undefined {
  const parsed = parseJsonToRewrite(data);
  if (!parsed.ok) {
    return undefined;
  }
  const [before, after] = [JSON.stringify(parsed.value), JSON.stringify(blank(parsed.value, blanks))];
  return before === after ? undefined : after;
}

function blank(value: JsonValue, blanks: Blanks): JsonValue {
  if (isArray(value)) {
    return value.map((item) => blank(item, blanks));
  }
  if (!isObject(value)) {
    return value;
  }
  const copy: JsonRecord = {};
  for (const [name, member] of Object.entries(value)) {
    copy[name] = Object.hasOwn(blanks, name) ? blanks[name] : member === undefined ? member : blank(member, blanks);
  }
  return copy;
}
