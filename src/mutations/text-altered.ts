import type { WireMutation } from '../core/mutation.ts';
import type { Random } from '../core/random.ts';
import { withOneText } from './stream/one-text.ts';

/** This happens, for instance, when a character is split over two chunks and each half is decoded alone. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'text-altered',
  title: 'One character of the text is changed.',
  source: { text: 'F01: chunks that end anywhere', doc: 'docs/faults.md#f01' },
  breakage: 'fault',
  variants: withOneText(altered),
};

function altered(text: string, random: Random): string {
  const characters = [...text];
  const at = random.integer(characters.length);
  return characters.with(at, characters[at] === '\ufffd' ? '?' : '\ufffd').join('');
}
