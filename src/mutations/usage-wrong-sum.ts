import { valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { counterPath } from './stream/contract-words.ts';
import type { EventScript } from './stream/event-script.ts';
import { type Edit, editedBy } from './stream/json-edit.ts';
import { finalUsages } from './stream/turn.ts';
import { forScripts } from './stream/variants.ts';

/** The numbers contradict each other: the total is not the sum, or reasoning exceeds output where there is no total. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'usage-wrong-sum',
  title: 'The usage does not add up.',
  source: { text: 'U07: sums and details of usage', doc: 'docs/faults.md#u07' },
  breakage: 'fault',
  variants: forScripts((source) => editedBy(source, contradicted, 'it reports no final usage')),
};

function contradicted(source: EventScript): readonly Edit[] {
  const output = counterPath(source.dialect, 'output');
  const wrong = counterPath(source.dialect, 'total') ?? counterPath(source.dialect, 'reasoning');
  return finalUsages(source).flatMap(({ event, place, value }) => {
    const before = wrong && output && (valueAt(value, wrong) ?? valueAt(value, output));
    return wrong !== undefined && typeof before === 'number'
      ? [{ event, place: [...place.at, ...wrong], value: before + 1 }]
      : [];
  });
}
