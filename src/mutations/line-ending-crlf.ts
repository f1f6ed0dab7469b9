import type { WireMutation } from '../core/mutation.ts';
import { withLineEnds } from './stream/line-ends.ts';
import { forStreams } from './stream/variants.ts';

/** Windows servers and some proxies write it. A reader that splits at `\n\n` never sees the end of an event. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'line-ending-crlf',
  title: 'Lines end with CR LF.',
  source: { text: 'F03: line endings', doc: 'docs/faults.md#f03' },
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: forStreams((source) => withLineEnds(source, '\r\n')),
};
