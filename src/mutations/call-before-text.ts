import type { WireMutation } from '../core/mutation.ts';
import { whereOrdered } from './stream/dialect-effects.ts';
import { hasContent, type ToldPart, withParts } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that gathers the calls of a turn on their own, and writes them before what was said before them. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'call-before-text',
  title: 'A tool call comes before the text that came first.',
  source: { text: 'P01: order of parts', doc: 'docs/faults.md#p01' },
  breakage: whereOrdered('fault'),
  variants: forScripts((source) => retoldBy(source, withParts(callFirst), 'it has no tool call after a text')),
};

function callFirst(parts: readonly ToldPart[]): readonly ToldPart[] {
  const text = parts.findIndex((part) => part.kind === 'text' && hasContent(part));
  const call = parts.findIndex(({ kind }, index) => text >= 0 && index > text && kind === 'tool');
  const moved = parts[call];
  return moved === undefined ? parts : parts.toSpliced(call, 1).toSpliced(text, 0, moved);
}
