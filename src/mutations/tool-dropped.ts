import type { WireScript } from '../core/exchange.ts';
import { valueAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { type EventScript, type ScriptEvent, writeEvents } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { placesOf, toolCalls } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** The last tool call is lost. What follows it closes up, so that the client sees no gap. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-dropped',
  title: 'A tool call is missing.',
  source: { text: 'C01: parallel calls', doc: 'docs/faults.md#c01' },
  breakage: 'fault',
  variants: forScripts((source) => (toolCalls(source).length === 0 ? 'it has no tool calls' : only(withoutLastCall))),
};

function withoutLastCall(source: EventScript): WireScript {
  const lost = toolCalls(source).at(-1);
  const events = source.events.flatMap((event, index): readonly ScriptEvent[] => {
    const pieces = (lost?.pieces ?? []).filter((piece) => piece.event === index);
    if (pieces.some(({ place }) => place.element === undefined)) {
      return [];
    }
    // From the back, since each removal moves everything after it.
    const kept = pieces.reduceRight(
      (edited, { place }) =>
        place.element === undefined ? edited : withValue(source, edited, place.element, undefined),
      event,
    );
    return [closeGap(source, kept, lost?.call)];
  });
  return writeEvents(source, events, { rest: source.rest });
}

/** Where calls share their index with other blocks, the later ones move up. */
function closeGap(source: EventScript, event: ScriptEvent, call: string | undefined): ScriptEvent {
  const gap = Number(call);
  return placesOf(source)
    .read(event)
    .indexes.reduce((edited, path) => {
      const index = valueAt(event.json, path);
      return typeof index === 'number' && index > gap ? withValue(source, edited, path, index - 1) : edited;
    }, event);
}
