import type { WireScript } from '../../core/exchange.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import { createEvent, type EventScript, writeEvents } from './event-script.ts';
import { endAt } from './turn.ts';
import type { EventVariants } from './variants.ts';
import { only } from './variants.ts';

/**
 * One variant that puts the same block in three places: after `from` events, in the middle, and directly before the
 * event that ends the stream.
 */
export function intersperse(
  source: EventScript,
  from: number,
  make: (source: EventScript) => EncodableFrame,
): EventVariants {
  return endAt(source) < from
    ? 'the stream ends before it has begun'
    : only((given) => insert(given, from, make(given)));
}

function insert(source: EventScript, from: number, frame: EncodableFrame): WireScript {
  const end = Math.max(from, endAt(source));
  const places = new Set([from, (from + end) >> 1, end]);
  const added = createEvent(source, frame);
  const events = source.events.flatMap((event, index) => (places.has(index) ? [added, event] : [event]));
  return writeEvents(source, places.has(source.events.length) ? [...events, added] : events, { rest: source.rest });
}
