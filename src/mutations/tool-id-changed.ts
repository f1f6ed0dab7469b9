import type { WireMutation } from '../core/mutation.ts';
import { withOpening } from './stream/call-opening.ts';

/** C05: the relay makes up ids of its own; the result that goes back finds no call. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-id-changed',
  title: 'A tool call has another id.',
  breakage: 'fault',
  variants: withOpening('id', (id) => `${id}_relaycert`),
};
