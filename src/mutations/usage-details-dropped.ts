import type { DomainEvent } from '../core/domain-event.ts';
import type { WireMutation } from '../core/mutation.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that knows input and output. What of them came from a cache, or was reasoning, is lost. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'usage-details-dropped',
  title: 'The usage has its totals and none of its details.',
  source: { text: 'U07: sums and details of usage', doc: 'docs/faults.md#u07' },
  breakage: 'fault',
  variants: forScripts((source) => retoldBy(source, totalsOnly, 'its usage has no details')),
};

function totalsOnly(events: readonly DomainEvent[]): readonly DomainEvent[] {
  return events.map((event) => {
    if (event.kind !== 'usage.reported') {
      return event;
    }
    const { cacheRead: _read, cacheWrite: _write, reasoning: _reasoning, ...totals } = event.usage;
    return { ...event, usage: totals };
  });
}
