import type { WireScript } from '../core/exchange.ts';
import { isObject, parseJsonToRewrite } from '../core/json.ts';
import type { WireMutation } from '../core/mutation.ts';
import { type EventScript, type ScriptEvent, withData, writeEvents } from './stream/event-script.ts';
import { placesOf } from './stream/turn.ts';
import { forStreams } from './stream/variants.ts';

/**
 * Providers put into one event what came at one time: several parts of Gemini, a text and a call of Chat, the last word
 * and the finish reason. `pairs`: two by two. `all`: as much as an event can hold.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'events-joined',
  title: 'One event says what several said.',
  source: { text: 'C01, C04, R03 and T11: several things in one event', doc: 'docs/faults.md#c04' },
  stimulus: 'preserving',
  variants: forStreams((source) => {
    if (placesOf(source).join === undefined) {
      return 'an event of its dialect says one thing';
    }
    return joined(source, 2).length === source.events.length
      ? 'no two neighbours of it fit into one event'
      : [
          { label: 'pairs', apply: (given) => written(given, 2) },
          { label: 'all', apply: (given) => written(given, Number.POSITIVE_INFINITY) },
        ];
  }),
};

function written(source: EventScript, most: number): WireScript {
  return writeEvents(source, joined(source, most), { rest: source.rest });
}

/** @param most how many events become one */
function joined(source: EventScript, most: number): readonly ScriptEvent[] {
  const events: ScriptEvent[] = [];
  let count = 0;
  for (const event of source.events) {
    const before = events.at(-1);
    const joint = before === undefined || count >= most ? undefined : join(source, before, event);
    if (joint === undefined) {
      events.push(event);
      count = 1;
    } else {
      events.splice(-1, 1, joint);
      count += 1;
    }
  }
  return events;
}

function join(source: EventScript, left: ScriptEvent, right: ScriptEvent): ScriptEvent | undefined {
  const [first, second] = [left, right].map(({ data }) => parseJsonToRewrite(data));
  if (first?.ok !== true || second?.ok !== true || !isObject(first.value) || !isObject(second.value)) {
    return undefined;
  }
  const joint = placesOf(source).join?.(first.value, second.value);
  return joint === undefined ? undefined : { ...withData(source, left, JSON.stringify(joint)), atMs: right.atMs };
}
