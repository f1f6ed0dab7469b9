import { isObject } from '../core/json.ts';
import type { WireMutation } from '../core/mutation.ts';
import { type EventScript, mapEvents, type ScriptEvent, withData } from './stream/event-script.ts';
import { forStreams, only } from './stream/variants.ts';

/** Half a JSON object in a whole event, as when a relay wraps the content of one network chunk in a frame. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'invalid-json-event',
  title: 'The data of an event is cut in half.',
  source: { text: 'F13: an event that is not JSON', doc: 'docs/faults.md#f13' },
  breakage: 'fault',
  variants: forStreams((source) =>
    jsonEvents(source).length === 0
      ? 'it has no JSON events'
      : only((given) => {
          const found = jsonEvents(given);
          const chosen = found[found.length >> 1];
          return mapEvents(given, (event) =>
            event === chosen ? withData(given, event, event.data.slice(0, event.data.length >> 1)) : event,
          );
        }),
  ),
};

function jsonEvents(source: EventScript): readonly ScriptEvent[] {
  return source.events.filter(({ json }) => isObject(json));
}
