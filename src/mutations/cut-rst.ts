import type { WireMutation } from '../core/mutation.ts';
import { cutAfter, noSuccess } from './stream/cut.ts';
import { spread, wholeNumbers } from './stream/positions.ts';
import { terminalAt } from './stream/turn.ts';
import { forStreams } from './stream/variants.ts';

/**
 * The server crashes, or a balancer drops the connection. The label is the number of events that still came, from 1.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'cut-rst',
  title: 'The connection is reset between two events.',
  source: { text: 'T02 and T03: a connection that breaks', doc: 'docs/faults.md#t02' },
  stimulus: 'fault',
  breakage: 'fault',
  variants: forStreams((source, extent) => {
    const terminal = terminalAt(source);
    return terminal < 1
      ? noSuccess
      : spread(wholeNumbers(1, terminal), extent).map((count) => ({
          label: String(count),
          position: count,
          apply: (given) => cutAfter(given, count, 'rst'),
        }));
  }),
};
