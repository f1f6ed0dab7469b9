import type { WireMutation } from '../core/mutation.ts';
import { writeEvents } from './stream/event-script.ts';
import { forScripts, only } from './stream/variants.ts';

/** A 200 without a single byte of body, as a proxy sends it when the worker behind it crashes. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'empty-stream',
  title: 'The answer has a head and no body.',
  source: { text: 'T12: an answer without content', doc: 'docs/faults.md#t12' },
  stimulus: 'fault',
  breakage: 'fault',
  variants: forScripts(({ events }) =>
    events.length === 0 ? 'it is empty already' : only((source) => writeEvents(source, [], { ending: 'clean' })),
  ),
};
