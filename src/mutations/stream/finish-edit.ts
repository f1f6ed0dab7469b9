import type { WireScript } from '../../core/exchange.ts';
import { type EventScript, mapEvents } from './event-script.ts';
import { withValue } from './json-edit.ts';
import { givenFinishes } from './turn.ts';

/** The script with every finish reason that was given replaced, in its place. */
export function withFinishes(source: EventScript, replace: (raw: string) => string | null): WireScript {
  const finishes = givenFinishes(source);
  return mapEvents(source, (event, index) =>
    finishes
      .filter((finish) => finish.event === index)
      .reduce((edited, { place, raw }) => withValue(source, edited, place, replace(raw)), event),
  );
}
