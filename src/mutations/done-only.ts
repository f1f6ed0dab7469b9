import type { WireMutation } from '../core/mutation.ts';
import { noSuccess } from './stream/cut.ts';
import { writeEvents } from './stream/event-script.ts';
import { givenFinishes, terminalAt } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/** The end marker and nothing else, not even a choice: an empty answer that looks like a success. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'done-only',
  title: 'The stream consists of its terminal alone.',
  source: { text: 'T12: an answer without content', doc: 'docs/faults.md#t12' },
  stimulus: 'fault',
  breakage: 'fault',
  variants: forStreams((source) => {
    const terminal = terminalAt(source);
    if (terminal < 1) {
      return terminal < 0 ? noSuccess : 'it already consists of its terminal alone';
    }
    if (givenFinishes(source).some(({ event }) => event === terminal)) {
      return 'its terminal says how the turn ended, so the terminal alone is an empty answer';
    }
    return only((given) => writeEvents(given, given.events.slice(terminalAt(given)).slice(0, 1)));
  }),
};
