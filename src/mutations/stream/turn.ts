import { isObject, type JsonObject } from '../../core/json.ts';
import { type JsonPath, valueAt } from '../../core/json-path.ts';
import type { DialectPlaces, EventPlaces, ToolPlace, UsagePlace } from '../../dialects/places.ts';
import { dialects } from '../../dialects/registry.generated.ts';
import type { EventScript } from './event-script.ts';

export function placesOf(source: Pick<EventScript, 'dialect'>): DialectPlaces {
  return dialects[source.dialect].places;
}

/**
 * Index of the event that makes the answer a success, or -1. A body is its own terminal. An end marker after an error
 * (some servers of Chat send one) does not make a success.
 */
export function terminalAt(source: EventScript): number {
  const { read } = placesOf(source);
  const end = source.events.findIndex((event) => ['terminal', 'body', 'error'].includes(read(event).kind));
  return end === errorAt(source) ? -1 : end;
}

/** Index of the first error event, or -1. */
export function errorAt(source: EventScript): number {
  return source.events.findIndex((event) => placesOf(source).read(event).kind === 'error');
}

/** Index of the event that ends the stream, a terminal or an error; the number of events where none does. */
export function endAt(source: EventScript): number {
  const ends = [terminalAt(source), errorAt(source)].filter((index) => index >= 0);
  return Math.min(source.events.length, ...ends);
}

/** A value that stands in one of the events. */
export interface Placed<Place = JsonPath> {
  readonly event: number;
  readonly place: Place;
}

function placed<Place>(source: EventScript, places: (read: EventPlaces) => readonly Place[]): readonly Placed<Place>[] {
  const { read } = placesOf(source);
  return source.events.flatMap((item, event) => places(read(item)).map((place) => ({ event, place })));
}

/** The places for finish reasons, including those that are still empty. */
export function placedFinishes(source: EventScript): readonly Placed[] {
  return placed(source, ({ finishes }) => finishes);
}

/** The finish reasons that were given, with the places where they stand. */
export function givenFinishes(source: EventScript): readonly (Placed & { readonly raw: string })[] {
  return placedFinishes(source).flatMap((found) => {
    const raw = valueAt(source.events[found.event]?.json, found.place);
    return typeof raw === 'string' && raw !== '' ? [{ ...found, raw }] : [];
  });
}

/** Increments of text that are not empty. */
export function givenTexts(source: EventScript): readonly Placed[] {
  return placed(source, ({ texts }) => texts);
}

/** The places of usage that hold counters, not placeholders for unknown ones. */
export function reportedUsages(source: EventScript): readonly Placed<UsagePlace>[] {
  return placed(source, ({ usage }) => (usage === undefined ? [] : [usage])).filter(({ event, place }) => {
    const usage = valueAt(source.events[event]?.json, place.at);
    return isObject(usage) && JSON.stringify(usage) !== JSON.stringify(place.unknown);
  });
}

/** The usage that no later event replaces, with its value. */
export function finalUsages(source: EventScript): readonly (Placed<UsagePlace> & { readonly value: JsonObject })[] {
  return reportedUsages(source).flatMap((found) => {
    const value = valueAt(source.events[found.event]?.json, found.place.at);
    return found.place.provisional || !isObject(value) ? [] : [{ ...found, value }];
  });
}

/** One tool call with everything that is said about it, in order. */
export interface CallPlaces {
  readonly call: string;
  readonly pieces: readonly Placed<ToolPlace>[];
}

/** The client's tool calls, in order of their first appearance. Whatever belongs to no opened call is left out. */
export function toolCalls(source: EventScript): readonly CallPlaces[] {
  const calls = Map.groupBy(
    placed(source, ({ tools }) => tools),
    ({ place }) => place.call,
  );
  return [...calls]
    .filter(([, pieces]) => pieces[0]?.place.name !== undefined)
    .map(([call, pieces]) => ({ call, pieces }));
}
