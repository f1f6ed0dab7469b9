import type { WireScript } from '../../core/exchange.ts';
import { preferredFinish } from './contract-words.ts';
import { createEvent, type EventScript, type ScriptEvent, writeEvents } from './event-script.ts';
import { endAt, placesOf } from './turn.ts';

/** What came before the end, without the error that ended it, followed by the end of a success. */
export function soldAsSuccess(source: EventScript, events: readonly ScriptEvent[], finish: string): WireScript {
  const end = placesOf(source).successEnd(events, finish);
  return writeEvents(source, [...events, ...end.map((frame) => createEvent(source, frame))], { ending: 'clean' });
}

/** The events before the one that ends the stream. */
export function beforeEnd(source: EventScript): readonly ScriptEvent[] {
  return source.events.slice(0, endAt(source));
}

/** The word of a dialect for a plain stop, which a relay makes up when it knows no reason. */
export function plainStop(source: EventScript): string {
  return preferredFinish(source.dialect, 'stop') ?? 'stop';
}
