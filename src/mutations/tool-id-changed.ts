import type { WireMutation } from '../core/mutation.ts';
import { withOpening } from './stream/call-opening.ts';

/** The relay makes up ids of its own, so the result that goes back finds no call. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-id-changed',
  title: 'A tool call has another id.',
  source: { text: 'C05: identity of a call', doc: 'docs/faults.md#c05' },
  breakage: 'fault',
  variants: withOpening('id', (id) => `${id}_relaycert`),
};
