import { valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { type EventScript, mapEvents, type ScriptEvent } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { placesOf } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** A field that typed clients read is missing. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'event-schema-broken',
  title: 'A required field is missing from an event.',
  source: { text: 'L01, L02 and L03: what an event has to hold', doc: 'docs/faults.md#lifecycle' },
  breakage: 'fault',
  variants: forScripts((source) =>
    bearers(source).length === 0
      ? 'it has no event with a required field'
      : only((given) => {
          const found = bearers(given);
          const chosen = found[found.length >> 1];
          return mapEvents(given, (event) => {
            const path = placesOf(given).read(event).required;
            return event === chosen && path !== undefined ? withValue(given, event, path, undefined) : event;
          });
        }),
  ),
};

function bearers(source: EventScript): readonly ScriptEvent[] {
  return source.events.filter((event) => {
    const path = placesOf(source).read(event).required;
    return path !== undefined && valueAt(event.json, path) !== undefined;
  });
}
