import { isArray, isObject, type JsonRecord, type JsonValue, parseJsonToRewrite } from '../core/json.ts';
import type { WireMutation } from '../core/mutation.ts';
import { type EventScript, mapEvents, withData } from './stream/event-script.ts';
import { errorIn } from './stream/retold.ts';
import { forScripts, only } from './stream/variants.ts';

/** A word that no dialect has. */
const foreign = 'relaycert_error';

/** A relay that passes on the error type of another provider, or its own. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'error-type-foreign',
  title: 'The type of an error is a word of no dialect.',
  source: { text: 'T05: an error inside a stream', doc: 'docs/faults.md#t05' },
  breakage: 'repairable',
  variants: forScripts((source) =>
    typeOf(source) === '' ? 'it reports no error with a type' : only((given) => renamed(given, typeOf(given))),
  ),
};

function typeOf(source: EventScript): string {
  return errorIn(source)?.type ?? '';
}

/** The type may stand in several places: in the error, and in the response that failed with it. */
function renamed(source: EventScript, type: string) {
  return mapEvents(source, (event) => {
    const parsed = event.data.includes(type) ? parseJsonToRewrite(event.data) : undefined;
    return parsed?.ok === true ? withData(source, event, JSON.stringify(withoutWord(parsed.value, type))) : event;
  });
}

function withoutWord(value: JsonValue, word: string): JsonValue {
  if (isArray(value)) {
    return value.map((item) => withoutWord(item, word));
  }
  if (!isObject(value)) {
    return value === word ? foreign : value;
  }
  const copy: JsonRecord = {};
  for (const [name, member] of Object.entries(value)) {
    copy[name] = member === undefined ? member : withoutWord(member, word);
  }
  return copy;
}
