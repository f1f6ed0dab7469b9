import type { WireScript } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';
import { type EventScript, mapEvents } from './stream/event-script.ts';
import { textAt, withValue } from './stream/json-edit.ts';
import { toolCalls } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** C01: two calls under one id, where a relay derives ids from the name or the turn. Two results go back, one is lost. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-id-duplicate',
  title: 'Two tool calls have the same id.',
  breakage: 'fault',
  variants: forScripts((source) =>
    toolCalls(source).length < 2 ? 'it has fewer than two tool calls' : only(withOneId),
  ),
};

function withOneId(source: EventScript): WireScript {
  const [first, second] = toolCalls(source).map(({ pieces }) => pieces[0]);
  const id = textAt(source.events[first?.event ?? 0]?.json, first?.place.id);
  const path = second?.place.id;
  return mapEvents(source, (event, index) =>
    path !== undefined && second?.event === index ? withValue(source, event, path, id) : event,
  );
}
