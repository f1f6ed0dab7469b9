import type { WireMutation } from '../core/mutation.ts';
import { withOpening } from './stream/call-opening.ts';
import { leavingOutToolIds } from './stream/dialect-effects.ts';

/** SDKs make up an id where the first fragment has none, and the result that goes back finds no call. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-id-dropped',
  title: 'A tool call has no id.',
  source: { text: 'C05: identity of a call', doc: 'docs/faults.md#c05' },
  breakage: leavingOutToolIds,
  variants: withOpening('id', () => undefined),
};
