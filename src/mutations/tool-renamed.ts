import type { WireMutation } from '../core/mutation.ts';
import { withOpening } from './stream/call-opening.ts';

/** The relay prefixed the name, shortened it or took it from another call. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-renamed',
  title: 'A tool call has another name.',
  source: { text: 'C05: identity of a call', doc: 'docs/faults.md#c05' },
  breakage: 'fault',
  variants: withOpening('name', (name) => `${name}_relaycert`),
};
