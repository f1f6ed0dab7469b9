import type { WireMutation } from '../core/mutation.ts';
import { intersperse } from './stream/intersperse.ts';
import { forSse } from './stream/variants.ts';

/** Servers keep an idle connection open with comments (`: OPENROUTER PROCESSING`), each in a block of its own. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'comment-block',
  title: 'Comments stand in blocks of their own: before the first event, between events and before the last.',
  source: { text: 'F06: comments', doc: 'docs/faults.md#f06' },
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: forSse('comments', (source) => intersperse(source, 0, () => ({ comments: ['relaycert keep-alive'] }))),
};
