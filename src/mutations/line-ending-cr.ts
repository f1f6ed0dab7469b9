import type { WireMutation } from '../core/mutation.ts';
import { withLineEnds } from './stream/line-ends.ts';
import { forSse } from './stream/variants.ts';

/** The standard allows it. A reader that waits for LF waits for ever. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'line-ending-cr',
  title: 'Lines end with CR alone.',
  source: { text: 'F03: line endings', doc: 'docs/faults.md#f03' },
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: forSse('lines that may end with CR alone', (source) => withLineEnds(source, '\r')),
};
