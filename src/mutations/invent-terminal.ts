import type { WireMutation } from '../core/mutation.ts';
import { beforeEnd, plainStop, soldAsSuccess } from './stream/false-success.ts';
import { terminalAt } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/**
 * The relay ends every stream as a success, even one that was cut: it closes open parts, makes up a plain stop and
 * adds the terminal. If the relay would have reported an error, the terminal replaces it.
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
