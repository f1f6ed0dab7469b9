import { isObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { isTyped } from './lenient-read.ts';

/*
 * OpenAI's two dialects annotate texts with the same objects: Chat nests them under their type, Responses has them
 * flat. Both have the kind `url_citation`.
 */

/** An annotation as Chat writes it; undefined where Chat has no such kind. */
export function chatAnnotation(value: JsonValue): JsonObject | undefined {
  const source = urlCitation(value);
  return source === undefined ? undefined : { type: 'url_citation', url_citation: source };
}

/** An annotation as Responses writes it; undefined if the value is not an annotation. */
export function responsesAnnotation(value: JsonValue): JsonObject | undefined {
  if (!isTyped(value)) {
    return undefined;
  }
  if (value['type'] !== 'url_citation') {
    return value;
  }
  const source = urlCitation(value);
  return source === undefined ? undefined : { type: 'url_citation', ...source };
}

/** What a citation of a page says, nested or flat: its place in the text, and what it points to. */
function urlCitation(value: JsonValue): JsonObject | undefined {
  if (!isObject(value) || value['type'] !== 'url_citation') {
    return undefined;
  }
  const { type: _, url_citation: nested, ...flat } = value;
  const source = nested !== undefined && isObject(nested) ? nested : flat;
  const { start_index: start, end_index: end, url, title } = source;
  return [start, end].every(isPosition) && typeof url === 'string' && typeof title === 'string' ? source : undefined;
}

function isPosition(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
