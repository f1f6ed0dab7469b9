import type { WireMutation } from '../core/mutation.ts';
import { cutAfter, noSuccess } from './stream/cut.ts';
import { spread, wholeNumbers } from './stream/positions.ts';
import { terminalAt } from './stream/turn.ts';
import { forStreams } from './stream/variants.ts';

/**
 * The server falls silent and keeps the connection open. The label is the number of events that still came. Each
 * case lasts until a deadline, so there is one position, or three where every event is asked for.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'stall',
  title: 'Nothing more comes, and the connection stays open.',
  source: { text: 'T13: a stall', doc: 'docs/faults.md#t13' },
  // Only timeouts can end a silence, and the core level does not judge timeouts.
  level: 'extended',
  stimulus: 'fault',
  breakage: 'fault',
  variants: forStreams((source, extent) => {
    const terminal = terminalAt(source);
    return terminal < 1
      ? noSuccess
      : spread(wholeNumbers(1, terminal), extent === 'every' ? 'sample' : 'one').map((count) => ({
          label: String(count),
          position: count,
          apply: (given) => cutAfter(given, count, 'stall'),
        }));
  }),
};
