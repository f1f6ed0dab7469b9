import type { WireMutation } from '../core/mutation.ts';
import { withOneText } from './stream/one-text.ts';

/** K01, T11: an increment that is delivered twice, because two fields or two events were read for the same thing. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'text-doubled',
  title: 'One delta of the text comes twice.',
  breakage: 'fault',
  variants: withOneText((text) => text.repeat(2)),
};
