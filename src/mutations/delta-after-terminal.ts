import type { WireMutation } from '../core/mutation.ts';
import { noSuccess } from './stream/cut.ts';
import { createEvent, writeEvents } from './stream/event-script.ts';
import { placesOf, terminalAt } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/** Noise after the end. Readers stop at the terminal, so a relay is wrong to forward or add anything after it. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'delta-after-terminal',
  title: 'Another delta of text follows the terminal.',
  source: { text: 'T09: noise after the terminal', doc: 'docs/faults.md#t09' },
  stimulus: 'repairable',
  breakage: 'fault',
  repaired: 'The answer up to the terminal, and nothing of what follows.',
  variants: forStreams((source) =>
    terminalAt(source) < 0
      ? noSuccess
      : only((given) => {
          const delta = placesOf(given).textDelta(given.events, ' (relaycert: behind the end)');
          return writeEvents(given, [...given.events, createEvent(given, delta)]);
        }),
  ),
};
