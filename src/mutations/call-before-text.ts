import type { DomainEvent } from '../core/domain-event.ts';
import type { WireMutation } from '../core/mutation.ts';
import { whereOrdered } from './stream/dialect-effects.ts';
import { hasContent, inOrder, partsIn } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that gathers the calls of a turn on their own, and writes them before what was said before them. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'call-before-text',
  title: 'A tool call comes before the text that came first.',
  source: { text: 'P01: order of parts', doc: 'docs/faults.md#p01' },
  breakage: whereOrdered('fault'),
  variants: forScripts((source) => retoldBy(source, callFirst, 'it has no tool call after a text')),
};

function callFirst(events: readonly DomainEvent[]): readonly DomainEvent[] {
  const parts = partsIn(events).filter(({ choice }) => choice === 0);
  const text = parts.findIndex((part) => part.kind === 'text' && hasContent(part));
  const call = parts.findIndex(({ kind }, index) => text >= 0 && index > text && kind === 'tool');
  const moved = parts[call];
  return moved === undefined ? events : inOrder(events, parts.toSpliced(call, 1).toSpliced(text, 0, moved));
}
