import type { WireMutation } from '../core/mutation.ts';
import { type ToldPart, withParts } from './stream/parts.ts';
import { retoldBy } from './stream/retold.ts';
import { forScripts } from './stream/variants.ts';

/** A relay that takes the first finish reason for the end. Servers that repeat it give theirs with the first word. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'rest-dropped',
  title: 'The answer ends as a success after its first delta.',
  source: { text: 'T10: a finish reason that is repeated, early or empty', doc: 'docs/faults.md#t10' },
  breakage: 'fault',
  variants: forScripts((source) => retoldBy(source, withParts(firstDelta), 'it has no second delta')),
};

function firstDelta(parts: readonly ToldPart[]): readonly ToldPart[] {
  const [first] = parts;
  if (first === undefined) {
    return parts;
  }
  const at = first.events.findIndex((event) => 'text' in event && event.text !== '');
  const begun = at === -1 ? first.events : first.events.slice(0, at + 1);
  const ended = first.events.filter(({ kind }) => kind === 'content.completed' || kind === 'reasoning.completed');
  return [{ ...first, events: first.kind === 'tool' ? first.events : [...begun, ...ended] }];
}
