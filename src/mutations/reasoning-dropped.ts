import type { WireMutation } from '../core/mutation.ts';
import { type ToldPart, withParts } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that knows only texts and calls. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'reasoning-dropped',
  title: 'The reasoning is missing.',
  source: { text: 'K01: reasoning and text', doc: 'docs/faults.md#k01' },
  // The answer is whole without it.
  breakage: 'repairable',
  variants: forScripts((source) => retoldBy(source, withParts(withoutReasoning), 'it has no reasoning')),
};

function withoutReasoning(parts: readonly ToldPart[]): readonly ToldPart[] {
  return parts.filter(({ kind }) => kind !== 'reasoning');
}
