import { isObject } from '../core/json.ts';
import { valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { counterPath } from './stream/contract-words.ts';
import { type EventScript, mapEvents, type ScriptEvent } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { placesOf, reportedUsages } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/** Quantities for which most answers have no number. */
const details = ['cacheRead', 'cacheWrite', 'reasoning'] as const;

/**
 * Null before and beside the real numbers: `usage: null` on every chunk of Chat, null members in the usage of
 * Messages. Null says nothing. A relay that reads it as 0 overwrites the real numbers.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'usage-null',
  title: 'Unknown usage is null.',
  source: { text: 'U03: usage that is null at first', doc: 'docs/faults.md#u03' },
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: forStreams((source) => {
    if (reportedUsages(source).length === 0) {
      return 'it reports no usage';
    }
    return source.events.every((event) => withNulls(source, event) === event)
      ? 'its unknown usage is null already'
      : only((given) => mapEvents(given, (event) => withNulls(given, event)));
  }),
};

function withNulls(source: EventScript, event: ScriptEvent): ScriptEvent {
  const { usage } = placesOf(source).read(event);
  const reported = usage && valueAt(event.json, usage.at);
  if (usage === undefined || !isObject(reported)) {
    return usage === undefined || reported === null ? event : withValue(source, event, usage.at, null);
  }
  // Where a detail has an object around it, the object becomes null: null inside it would make half an object.
  const members = details.flatMap((field) => counterPath(source.dialect, field)?.[0] ?? []);
  return [...new Set(members)]
    .filter((member) => !(member in reported))
    .reduce((edited, member) => withValue(source, edited, [...usage.at, member], null), event);
}
