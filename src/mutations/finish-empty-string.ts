import { valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { mapEvents, type ScriptEvent } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { placesOf } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/**
 * `finish_reason: ""` on every chunk before the last, as several compatible servers send it. A reader that asks only
 * whether the field is there ends the turn at its first chunk.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'finish-empty-string',
  title: 'Where there is no finish reason yet, it is an empty string instead of null.',
  source: { text: 'T10: a finish reason that is repeated, early or empty', doc: 'docs/faults.md#t10' },
  stimulus: 'preserving',
  // No client breaks by the contract, but a relay that writes it has a habit that no first-party stream has.
  breakage: 'repairable',
  variants: forStreams((source) => {
    const edit = (event: ScriptEvent): ScriptEvent =>
      placesOf(source)
        .read(event)
        .finishes.filter((path) => valueAt(event.json, path) === null)
        .reduce((edited, path) => withValue(source, edited, path, ''), event);
    return source.events.every((event) => edit(event) === event)
      ? 'no event has an empty place for a finish reason'
      : only((given) => mapEvents(given, edit));
  }),
};
