import { isObject } from '../core/json.ts';
import type { WireMutation } from '../core/mutation.ts';
import { whereDataLineAlone } from './stream/dialect-effects.ts';
import { mapEvents, withData } from './stream/event-script.ts';
import { forSse, only } from './stream/variants.ts';

/** Pretty-printed JSON needs several `data:` lines, which belong together. A reader of single lines sees two halves. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'multi-line-data',
  title: 'The JSON of every event is spread over two data lines.',
  source: { text: 'F05: data on several lines', doc: 'docs/faults.md#f05' },
  // `@google/genai` does not join them (docs/faults.md#sdk-framing).
  stimulus: whereDataLineAlone('repairable'),
  repaired: 'The whole answer, from a relay that follows the standard.',
  breakage: whereDataLineAlone('fault'),
  variants: forSse('events of several lines', ({ events }) =>
    events.some(({ json }) => isObject(json))
      ? only((source) =>
          mapEvents(source, (event) =>
            // After the opening bracket a line end is white space, whatever the object holds.
            isObject(event.json) ? withData(source, event, event.data.replace('{', '{\n')) : event,
          ),
        )
      : 'there are no JSON events',
  ),
};
