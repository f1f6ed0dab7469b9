import type { JsonValue } from '../core/json.ts';
import { valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { addToCounters, counterPath } from './stream/contract-words.ts';
import { type EventScript, type ScriptEvent, writeEvents } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { finalUsages, placesOf, terminalAt } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/**
 * Running totals before the last ones: on every chunk of Chat (vLLM, Perplexity), in an earlier `message_delta` of
 * Messages, in the snapshots of Responses. The last total counts. A relay that adds them up, or ends at the first one,
 * bills another amount.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'usage-every-event',
  title: 'Usage is reported again and again, as running totals.',
  source: { text: 'U01 and U04: running totals', doc: 'docs/faults.md#u04' },
  stimulus: 'preserving',
  // A client that keeps the last total reads it correctly, but no first-party stream looks like this.
  breakage: 'repairable',
  variants: forStreams((source) => {
    const counter = counterPath(source.dialect, 'output');
    const total = counter && valueAt(finalUsages(source).at(-1)?.value, counter);
    if (typeof total !== 'number') {
      return 'it reports no final usage';
    }
    const events = withRunningTotals(source);
    return events.length === source.events.length && events.every((event, index) => event === source.events[index])
      ? 'only its last event has a place for usage'
      : only((given) => writeEvents(given, withRunningTotals(given), { rest: given.rest }));
  }),
};

function withRunningTotals(source: EventScript): readonly ScriptEvent[] {
  const last = finalUsages(source).at(-1);
  if (last === undefined) {
    return source.events;
  }
  return source.events.flatMap((event, index): readonly ScriptEvent[] => {
    const running = runningTotal(source, last.value, index / last.event);
    const { usage, finishes } = placesOf(source).read(event);
    if (index < last.event) {
      const free = usage !== undefined && !usage.provisional;
      return free ? [withValue(source, event, usage.at, running)] : [event];
    }
    const alone = index === terminalAt(source);
    if (index > last.event || alone || placesOf(source).usageEvent !== undefined) {
      return [event];
    }
    const early = finishes.reduce((edited, path) => withValue(source, edited, path, null), event);
    return [withValue(source, early, last.place.at, runningTotal(source, last.value, 1 / 2)), event];
  });
}

/** The input is known from the start. The output grows, and the total grows with it. */
function runningTotal(source: EventScript, final: JsonValue, share: number): JsonValue {
  const path = counterPath(source.dialect, 'output') ?? [];
  const output = Number(valueAt(final, path) ?? 0);
  const missing = output - Math.floor(output * share);
  return addToCounters(source.dialect, final, ['output', 'total'], -missing);
}
