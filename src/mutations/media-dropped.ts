import type { WireMutation } from '../core/mutation.ts';
import { type ToldPart, withParts } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that passes on what can be read, and nothing that can be seen or heard. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'media-dropped',
  title: 'The audio or the images of the answer are missing.',
  source: { text: 'P04: audio and images', doc: 'docs/faults.md#p04' },
  breakage: 'fault',
  variants: forScripts((source) => retoldBy(source, withParts(withoutMedia), 'it has no audio and no images')),
};

function withoutMedia(parts: readonly ToldPart[]): readonly ToldPart[] {
  return parts.filter(({ kind }) => kind !== 'audio' && kind !== 'image');
}
