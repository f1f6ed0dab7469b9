import type { WireMutation } from '../core/mutation.ts';
import { withOpening } from './stream/call-opening.ts';

/** C05: a name that the relay prefixed, shortened or took from another call. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-renamed',
  title: 'A tool call has another name.',
  breakage: 'fault',
  variants: withOpening('name', (name) => `${name}_relaycert`),
};
