import type { WireMutation } from '../core/mutation.ts';
import type { Random } from '../core/random.ts';
import { withOneText } from './stream/one-text.ts';

/** A character that was split over two chunks and decoded half by half, for instance. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'text-altered',
  title: 'One character of the text is another one.',
  source: { text: 'F01: chunks that end anywhere', doc: 'docs/faults.md#f01' },
  breakage: 'fault',
  variants: withOneText(altered),
};

function altered(text: string, random: Random): string {
  const characters = [...text];
  const at = random.integer(characters.length);
  return characters.with(at, characters[at] === '\ufffd' ? '?' : '\ufffd').join('');
}
