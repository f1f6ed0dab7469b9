import type { WireMutation } from '../core/mutation.ts';
import { cutAfter, noSuccess, quietCloseEffect } from './stream/cut.ts';
import { terminalAt } from './stream/turn.ts';
import { forStreams } from './stream/variants.ts';

/**
 * Only the last event is missing. SDKs of Chat end quietly without `[DONE]`, and compatible servers leave it
 * out; a Messages client throws without `message_stop`. A relay that knows the finish has no reason to leave it out.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'drop-terminal',
  title: 'The terminal event is missing.',
  source: { text: 'T04: terminals of the dialects', doc: 'docs/faults.md#t04' },
  stimulus: 'fault',
  breakage: 'fault',
  repaired: 'The whole answer, with the terminal of the client dialect.',
  variants: forStreams((source) => {
    const terminal = terminalAt(source);
    if (terminal < 0) {
      return noSuccess;
    }
    return [
      {
        label: '',
        effects: { stimulus: quietCloseEffect(source)(terminal) },
        apply: (given) => cutAfter(given, given.events.length, 'clean'),
      },
    ];
  }),
};
