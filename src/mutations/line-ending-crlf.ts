import type { WireMutation } from '../core/mutation.ts';
import { withLineEnds } from './stream/line-ends.ts';
import { forStreams } from './stream/variants.ts';

/** F03: Windows servers and some proxies; a reader that splits at `\n\n` never sees an event end. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'line-ending-crlf',
  title: 'Lines end with CR LF.',
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: forStreams((source) => withLineEnds(source, '\r\n')),
};
