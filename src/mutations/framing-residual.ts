import type { WireMutation } from '../core/mutation.ts';
import { noSuccess } from './stream/cut.ts';
import { writeEvents } from './stream/event-script.ts';
import { terminalAt } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/** Half an event follows the last whole one. No reader can make sense of these bytes. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'framing-residual',
  title: 'Half an event follows the last one.',
  source: { text: 'T02 and F13: half an event', doc: 'docs/faults.md#t02' },
  breakage: 'fault',
  variants: forStreams((source) =>
    terminalAt(source) < 1
      ? noSuccess
      : only((given) => {
          const { block } = given.events[terminalAt(given) - 1] ?? { block: new Uint8Array(0) };
          return writeEvents(given, given.events, { rest: block.slice(0, block.length >> 1) });
        }),
  ),
};
