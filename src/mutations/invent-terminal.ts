import type { WireMutation } from '../core/mutation.ts';
import { beforeEnd, plainStop, soldAsSuccess } from './stream/false-success.ts';
import { terminalAt } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/**
 * The relay ends every stream as a success, also one that was cut: open parts are closed, a plain stop is made up,
 * and the terminal follows. An error that the relay would have reported gives way to it.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'invent-terminal',
  title: 'A broken stream is ended as a success.',
  source: { text: 'T01: a clean end without a terminal', doc: 'docs/faults.md#t01' },
  breakage: 'fault',
  variants: forStreams((source) =>
    terminalAt(source) >= 0
      ? 'it ends as a success anyway'
      : only((given) => soldAsSuccess(given, beforeEnd(given), plainStop(given))),
  ),
};
