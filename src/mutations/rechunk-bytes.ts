import { joinChunks } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';
import { recut } from './stream/recut.ts';

/**
 * Largest stream, in bytes. For a longer one, single bytes cost seconds and show nothing more than for a shorter one.
 */
const largest = 16 * 1024;

/** Writes of one byte, so that every character, line end and JSON string is split somewhere. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'rechunk-bytes',
  title: 'Every byte comes in a write of its own.',
  source: { text: 'F01: chunks that end anywhere', doc: 'docs/faults.md#f01' },
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: (script, _dialect, extent) => {
    const bytes = joinChunks(script.writes).length;
    if (bytes === 0) {
      return { notApplicable: 'there are no bytes to cut' };
    }
    return bytes > largest && extent !== 'every'
      ? { notApplicable: `it is longer than ${largest} bytes; --exhaustive cuts it too` }
      : [{ label: '', apply: (given) => recut(given, () => 1) }];
  },
};
