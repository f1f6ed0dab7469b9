import { valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { counterPath } from './stream/contract-words.ts';
import { type EventScript, mapEvents, type ScriptEvent } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { reportedUsages } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** Numbers that contradict each other: a total that is not the sum, or more reasoning than output where there is no total. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'usage-wrong-sum',
  title: 'The usage does not add up.',
  source: { text: 'U07: sums and details of usage', doc: 'docs/faults.md#u07' },
  breakage: 'fault',
  variants: forScripts((source) =>
    source.events.some((_, index) => contradicted(source, index) !== undefined)
      ? only((given) => mapEvents(given, (event, index) => contradicted(given, index) ?? event))
      : 'it reports no final usage',
  ),
};

function contradicted(source: EventScript, index: number): ScriptEvent | undefined {
  const event = source.events[index];
  const usage = reportedUsages(source).find((found) => found.event === index && !found.place.provisional)?.place;
  const output = counterPath(source.dialect, 'output');
  const wrong = counterPath(source.dialect, 'total') ?? counterPath(source.dialect, 'reasoning');
  if (event === undefined || usage === undefined || output === undefined || wrong === undefined) {
    return undefined;
  }
  const before = valueAt(event.json, [...usage.at, ...wrong]) ?? valueAt(event.json, [...usage.at, ...output]);
  return typeof before === 'number' ? withValue(source, event, [...usage.at, ...wrong], before + 1) : undefined;
}
