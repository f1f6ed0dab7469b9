import type { WireMutation } from '../core/mutation.ts';
import { withOneText } from './stream/one-text.ts';

/** An increment that is delivered twice, because two fields or two events were read for the same thing. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'text-doubled',
  title: 'One delta of the text comes twice.',
  source: { text: 'K01 and T11: text that is read twice', doc: 'docs/faults.md#k01' },
  breakage: 'fault',
  variants: withOneText((text) => text.repeat(2)),
};
