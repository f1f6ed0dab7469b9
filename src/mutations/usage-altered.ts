import { valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { addToCounters, counterPath } from './stream/contract-words.ts';
import type { EventScript } from './stream/event-script.ts';
import { type Edit, editedBy } from './stream/json-edit.ts';
import { finalUsages } from './stream/turn.ts';
import { forScripts } from './stream/variants.ts';

/** Tokens added to what the upstream reported. */
const surplus = 1;

/** The relay counts tokens itself. The numbers agree with each other but not with what the provider bills. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'usage-altered',
  title: 'The usage differs from the usage that was reported.',
  source: { text: 'U01 and U06: usage that a relay counts itself', doc: 'docs/faults.md#u01' },
  breakage: 'fault',
  variants: forScripts((source) => editedBy(source, altered, 'it reports no final usage')),
};

function altered(source: EventScript): readonly Edit[] {
  const output = counterPath(source.dialect, 'output');
  return finalUsages(source).flatMap(({ event, place, value }) =>
    output !== undefined && typeof valueAt(value, output) === 'number'
      ? [{ event, place: place.at, value: addToCounters(source.dialect, value, ['output', 'total'], surplus) }]
      : [],
  );
}
