import { valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import type { EventScript } from './stream/event-script.ts';
import { type Edit, editedBy } from './stream/json-edit.ts';
import { placedFinishes } from './stream/turn.ts';
import { forStreams } from './stream/variants.ts';

/**
 * `finish_reason: ""` on every chunk before the last, as several compatible servers send it. A reader that checks
 * only whether the field is there ends the turn at the first chunk.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'finish-empty-string',
  title: 'The finish reason is an empty string instead of null until there is one.',
  source: { text: 'T10: a finish reason that is repeated, early or empty', doc: 'docs/faults.md#t10' },
  stimulus: 'preserving',
  // No client that follows the contract breaks, but no first-party stream has this habit.
  breakage: 'repairable',
  variants: forStreams((source) => editedBy(source, emptied, 'no event has an empty place for a finish reason')),
};

function emptied(source: EventScript): readonly Edit[] {
  return placedFinishes(source)
    .filter(({ event, place }) => valueAt(source.events[event]?.json, place) === null)
    .map((finish) => ({ ...finish, value: '' }));
}
