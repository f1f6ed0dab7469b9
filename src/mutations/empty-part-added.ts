import type { DomainEvent } from '../core/domain-event.ts';
import type { WireMutation } from '../core/mutation.ts';
import { inOrder, partsIn, type ToldPart } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that opens a text before it knows whether one will come. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'empty-part-added',
  title: 'An empty text stands before the first part of the answer.',
  source: { text: 'P02: borders of parts', doc: 'docs/faults.md#p02' },
  breakage: 'fault',
  variants: forScripts((source) => retoldBy(source, withEmptyText, 'it has no parts')),
};

function withEmptyText(events: readonly DomainEvent[]): readonly DomainEvent[] {
  const parts = partsIn(events).filter(({ choice }) => choice === 0);
  const [first] = parts;
  const [opening] = first?.events ?? [];
  if (first === undefined || opening === undefined) {
    return events;
  }
  const { at, frame } = opening;
  const empty: ToldPart = {
    ...first,
    kind: 'text',
    events: [
      { kind: 'content.started', at, frame, part: 'text' },
      { kind: 'content.completed', at, frame },
    ],
  };
  return inOrder(events, [empty, ...parts]);
}
