import type { WireScript } from '../core/exchange.ts';
import type { JsonValue } from '../core/json.ts';
import { textAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import type { EventScript } from './stream/event-script.ts';
import { withEdits } from './stream/json-edit.ts';
import { type CallPlaces, toolCalls } from './stream/turn.ts';
import { type EventVariant, forStreams } from './stream/variants.ts';

/**
 * Later fragments of a call say again what it is (`name`, as some servers of Chat do), or empty it (`no-id`). A reader
 * that keeps what is new and not empty gets the same call. Clients that append, or that keep the last value, do not.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-identity-repeated',
  title: 'Every fragment of a tool call repeats or empties its name or id.',
  source: { text: 'C05: identity of a call', doc: 'docs/faults.md#c05' },
  stimulus: 'repairable',
  breakage: 'fault',
  repaired: 'The calls as they were, each with its id and its name exactly once.',
  variants: forStreams((source) => {
    const later = toolCalls(source).flatMap(({ pieces }) => pieces.slice(1));
    if (later.length === 0) {
      return 'it has no tool call with more than one fragment';
    }
    return later.some(({ place }) => place.repeats !== undefined)
      ? variants
      : 'its fragments have no place for the name or the id of the call';
  }),
};

const variants: readonly EventVariant[] = [
  { label: 'name', apply: (source) => repeated(source, 'name', nameOf) },
  { label: 'no-id', apply: (source) => repeated(source, 'id', () => '') },
];

function repeated(
  source: EventScript,
  field: 'id' | 'name',
  valueFor: (source: EventScript, call: CallPlaces) => JsonValue,
): WireScript {
  const later = toolCalls(source).flatMap((call) =>
    call.pieces.slice(1).flatMap(({ event, place: { repeats } }) => {
      return repeats === undefined ? [] : [{ event, place: repeats[field], value: valueFor(source, call) }];
    }),
  );
  return withEdits(source, later);
}

function nameOf(source: EventScript, { pieces: [opening] }: CallPlaces): string {
  return opening === undefined ? '' : textAt(source.events[opening.event]?.json, opening.place.name);
}
