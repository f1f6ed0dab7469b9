import { valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { addToCounters, counterPath } from './stream/contract-words.ts';
import { type EventScript, mapEvents, type ScriptEvent } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { reportedUsages } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** Tokens added to what the upstream reported. */
const surplus = 1;

/** The relay counts for itself. The numbers agree with each other and not with what the provider bills. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'usage-altered',
  title: 'The usage is another number than the one reported.',
  source: { text: 'U01 and U06: usage that a relay counts itself', doc: 'docs/faults.md#u01' },
  breakage: 'fault',
  variants: forScripts((source) =>
    source.events.some((_, index) => altered(source, index) !== undefined)
      ? only((given) => mapEvents(given, (event, index) => altered(given, index) ?? event))
      : 'it reports no final usage',
  ),
};

function altered(source: EventScript, index: number): ScriptEvent | undefined {
  const event = source.events[index];
  const usage = reportedUsages(source).find((found) => found.event === index && !found.place.provisional)?.place;
  const output = counterPath(source.dialect, 'output');
  const before = usage && valueAt(event?.json, usage.at);
  if (event === undefined || usage === undefined || before === undefined || output === undefined) {
    return undefined;
  }
  return typeof valueAt(before, output) === 'number'
    ? withValue(source, event, usage.at, addToCounters(source.dialect, before, ['output', 'total'], surplus))
    : undefined;
}
