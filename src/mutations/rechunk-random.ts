import type { WireMutation } from '../core/mutation.ts';
import { recut } from './stream/recut.ts';

/** Largest write, in bytes: shorter than most events, so that few of them arrive whole. */
const largestWrite = 48;

/** A network may cut anywhere, even inside a character, a line end or a field name. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'rechunk-random',
  title: 'The bytes come in writes of random size.',
  source: { text: 'F01: chunks that end anywhere', doc: 'docs/faults.md#f01' },
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: (script) =>
    script.writes.length === 0
      ? { notApplicable: 'there are no bytes to cut' }
      : [{ label: '', apply: (given, random) => recut(given, () => 1 + random.integer(largestWrite)) }],
};
