import type { WireScript } from '../core/exchange.ts';
import { textAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { changingTheId } from './stream/dialect-effects.ts';
import { type EventScript, mapEvents, type ScriptEvent } from './stream/event-script.ts';
import { withValue } from './stream/json-edit.ts';
import { placesOf } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** A relay that has no id of its own and does not look for the upstream's. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'id-emptied',
  title: 'The id of the answer is empty.',
  source: { text: 'L04: the id of an answer', doc: 'docs/faults.md#l04' },
  // Azure's first chunk has one, and servers that imitate the dialect may have no other.
  stimulus: 'repairable',
  breakage: changingTheId,
  repaired: 'The whole answer, under an id of the relay if its dialect needs one.',
  variants: forScripts((source) =>
    source.events.some((event) => idOf(source, event) !== '') ? only(withoutIds) : 'its events have no id',
  ),
};

function idOf(source: EventScript, event: ScriptEvent): string {
  return textAt(event.json, placesOf(source).read(event).id);
}

function withoutIds(source: EventScript): WireScript {
  return mapEvents(source, (event) => {
    const path = placesOf(source).read(event).id;
    return path === undefined || idOf(source, event) === '' ? event : withValue(source, event, path, '');
  });
}
