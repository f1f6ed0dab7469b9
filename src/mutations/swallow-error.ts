import type { WireMutation } from '../core/mutation.ts';
import { beforeEnd, plainStop, soldAsSuccess } from './stream/false-success.ts';
import { errorAt } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/** The relay does not know the error event, skips it like any unknown event, and ends the stream as a success. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'swallow-error',
  title: 'An error event is left out, and the stream is ended as a success.',
  source: { text: 'T05: an error inside a stream', doc: 'docs/faults.md#t05' },
  breakage: 'fault',
  variants: forStreams((source) =>
    errorAt(source) < 0
      ? 'it has no error event'
      : only((given) => soldAsSuccess(given, beforeEnd(given), plainStop(given))),
  ),
};
