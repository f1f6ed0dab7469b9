import type { WireMutation } from '../core/mutation.ts';
import { withLineEnds } from './stream/line-ends.ts';

/** F03: legal by the standard; a reader that waits for LF waits for ever. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'line-ending-cr',
  title: 'Lines end with CR alone.',
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: withLineEnds('\r'),
};
