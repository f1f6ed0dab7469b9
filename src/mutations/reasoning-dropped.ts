import type { DomainEvent } from '../core/domain-event.ts';
import type { WireMutation } from '../core/mutation.ts';
import { inOrder, partsIn } from './stream/parts.ts';
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
  variants: forScripts((source) => retoldBy(source, withoutReasoning, 'it has no reasoning')),
};

function withoutReasoning(events: readonly DomainEvent[]): readonly DomainEvent[] {
  const parts = partsIn(events).filter(({ choice }) => choice === 0);
  return inOrder(
    events,
    parts.filter(({ kind }) => kind !== 'reasoning'),
  );
}
