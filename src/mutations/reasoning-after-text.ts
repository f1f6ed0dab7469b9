import type { WireMutation } from '../core/mutation.ts';
import { whereOrdered } from './stream/dialect-effects.ts';
import { hasContent, type ToldPart, withParts } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that keeps reasoning apart from the answer, and writes it when the text is over. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'reasoning-after-text',
  title: 'The reasoning comes after the text that it led to.',
  source: { text: 'P01: order of parts', doc: 'docs/faults.md#p01' },
  breakage: whereOrdered('fault'),
  variants: forScripts((source) => retoldBy(source, withParts(reasoningLast), 'it has no text after reasoning')),
};

function reasoningLast(parts: readonly ToldPart[]): readonly ToldPart[] {
  const reasoning = parts.findIndex((part) => part.kind === 'reasoning' && hasContent(part));
  const text = parts.findLastIndex((part) => part.kind === 'text' && hasContent(part));
  const moved = parts[reasoning];
  return moved === undefined || text < reasoning ? parts : parts.toSpliced(text + 1, 0, moved).toSpliced(reasoning, 1);
}
