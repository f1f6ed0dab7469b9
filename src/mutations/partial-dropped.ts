import type { WireMutation } from '../core/mutation.ts';
import { withEdits } from './stream/json-edit.ts';
import { errorAt, givenTexts } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/**
 * The relay gathers the answer and drops it when an error comes. The error arrives, but the text before it does not.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'partial-dropped',
  title: 'The text that came before an error is left out.',
  source: { text: 'T05: an error inside a stream', doc: 'docs/faults.md#t05' },
  breakage: 'fault',
  variants: forStreams((source) =>
    errorAt(source) < 0 || givenTexts(source).length === 0
      ? 'it has no text before an error event'
      : only((given) =>
          withEdits(
            given,
            givenTexts(given).map((text) => ({ ...text, value: '' })),
          ),
        ),
  ),
};
