import type { WireMutation } from '../core/mutation.ts';
import { cutAfter, noSuccess, quietCloseEffect } from './stream/cut.ts';
import { spread, wholeNumbers } from './stream/positions.ts';
import { terminalAt } from './stream/turn.ts';
import { forStreams } from './stream/variants.ts';

/**
 * A server or proxy dies or gives up, and the HTTP layer ends the stream cleanly. The label is the number of
 * events that still came, from 1.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'cut-eof',
  title: 'The stream ends cleanly before its terminal.',
  source: { text: 'T01 and T03: a clean end without a terminal', doc: 'docs/faults.md#t01' },
  stimulus: 'fault',
  breakage: 'fault',
  repaired: 'If every finish reason came and clients of the dialect need no terminal: the answer as far as it came.',
  variants: forStreams((source, extent) => {
    const terminal = terminalAt(source);
    if (terminal < 1) {
      return noSuccess;
    }
    const effectAfter = quietCloseEffect(source);
    return spread(wholeNumbers(1, terminal), extent).map((count) => ({
      label: String(count),
      position: count,
      effects: { stimulus: effectAfter(count) },
      apply: (given) => cutAfter(given, count, 'clean'),
    }));
  }),
};
