import { valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { mapEvents } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { placesOf } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/** Indexes begin at 1 when a relay counts the text, or a first block of its own, and then leaves it out. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'block-gap',
  title: 'The first index is 1 instead of 0.',
  source: { text: 'C03 and L02: where indexes begin', doc: 'docs/faults.md#c03' },
  breakage: 'fault',
  variants: forStreams((source) =>
    source.events.every((event) => placesOf(source).read(event).indexes.length === 0)
      ? 'it has no blocks or tool calls with an index'
      : only((given) =>
          mapEvents(given, (event) =>
            placesOf(given)
              .read(event)
              .indexes.reduce(
                (edited, path) => withValue(given, edited, path, 1 + Number(valueAt(event.json, path) ?? 0)),
                event,
              ),
          ),
        ),
  ),
};
