import type { WireScript } from '../core/exchange.ts';
import { textAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { changingTheId } from './stream/dialect-effects.ts';
import { type EventScript, type ScriptEvent, writeEvents } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { placesOf } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/**
 * The answer has another id from its middle on, as when a relay makes up an id for each chunk or splices two answers.
 * Where only the first event says the id, that event comes a second time with another id.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'id-changed',
  title: 'The id of the answer changes in the middle.',
  source: { text: 'L03: what stays the same in every chunk', doc: 'docs/faults.md#l03' },
  breakage: changingTheId,
  variants: forStreams((source) =>
    source.events.some((event) => idOf(source, event) !== '') ? only(withSecondId) : 'its events have no id',
  ),
};

function idOf(source: EventScript, event: ScriptEvent): string {
  return textAt(event.json, placesOf(source).read(event).id);
}

function withSecondId(source: EventScript): WireScript {
  const bearers = source.events.filter((event) => idOf(source, event) !== '');
  const change = (event: ScriptEvent): ScriptEvent => {
    const path = placesOf(source).read(event).id;
    return path === undefined ? event : withValue(source, event, path, `${idOf(source, event)}_relaycert`);
  };
  const [first, second] = bearers;
  if (second === undefined) {
    const repeated = first === undefined ? [] : [{ ...change(first), atMs: 0 }];
    const events = source.events.toSpliced(1 + (source.events.length >> 1), 0, ...repeated);
    return writeEvents(source, events, { rest: source.rest });
  }
  const late = new Set(bearers.slice(Math.max(1, bearers.length >> 1)));
  const events = source.events.map((event) => (late.has(event) ? change(event) : event));
  return writeEvents(source, events, { rest: source.rest });
}
