import type { WireMutation } from '../core/mutation.ts';
import { withOneText } from './stream/one-text.ts';

/** An increment is delivered twice when a relay reads the same thing from two fields or two events. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'text-doubled',
  title: 'One delta of the text comes twice.',
  source: { text: 'K01 and T11: text that is read twice', doc: 'docs/faults.md#k01' },
  breakage: 'fault',
  variants: withOneText((text) => text.repeat(2)),
};
