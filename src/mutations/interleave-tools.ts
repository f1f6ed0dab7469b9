import type { WireScript } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';
import { overlapping } from './stream/dialect-effects.ts';
import { type EventScript, type ScriptEvent, writeEvents } from './stream/event-script.ts';
import { toolCalls } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/**
 * Fragments of parallel calls alternate. Chat allows it by index. Messages writes block after block: its SDK would fold
 * overlapping blocks, but other readers do not. Responses writes item after item, but every reader goes by the index,
 * and some servers overlap items.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'interleave-tools',
  title: 'The fragments of parallel tool calls alternate.',
  source: { text: 'C02: parallel calls that take turns', doc: 'docs/faults.md#c02' },
  ...overlapping,
  repaired: 'Each call with its own arguments, as if the calls had come one after the other.',
  variants: forStreams((source) => {
    const calls = toolCalls(source);
    if (calls.length < 2) {
      return 'it has fewer than two tool calls';
    }
    const touched = calls.flatMap(({ pieces }) => pieces.map(({ event }) => event));
    if (new Set(touched).size < touched.length) {
      return 'one event holds fragments of several calls';
    }
    return touched.length === calls.length ? 'each call is whole in one event' : only(interleaved);
  }),
};

/** Refills the places that events of tool calls have in the stream, with one event of each call in turn. */
function interleaved(source: EventScript): WireScript {
  const queues = toolCalls(source).map(({ pieces }) => pieces.map(({ event }) => event));
  const slots = queues.flat().sort((left, right) => left - right);
  const turns: number[] = [];
  for (let round = 0; turns.length < slots.length; round += 1) {
    turns.push(...queues.flatMap((queue) => queue[round] ?? []));
  }
  const movedTo = new Map(slots.map((slot, index) => [slot, turns[index]]));
  const events = source.events.map((event, index): ScriptEvent => source.events[movedTo.get(index) ?? index] ?? event);
  return writeEvents(source, events, { rest: source.rest });
}
