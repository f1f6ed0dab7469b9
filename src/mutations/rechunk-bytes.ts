import type { WireMutation } from '../core/mutation.ts';
import { recut } from './stream/recut.ts';

/** F01: writes of one byte, so that every character, line end and JSON string is split somewhere. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'rechunk-bytes',
  title: 'Every byte is a write of its own.',
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: (script) =>
    script.writes.length === 0
      ? { notApplicable: 'there are no bytes to cut' }
      : [{ label: '', apply: (given) => recut(given, () => 1) }],
};
