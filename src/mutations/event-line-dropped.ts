import type { WireMutation } from '../core/mutation.ts';
import { leavingOutEventLines } from './stream/dialect-effects.ts';
import { createEvent, type EventScript, type ScriptEvent, writeEvents } from './stream/event-script.ts';
import { forStreams, only } from './stream/variants.ts';

/**
 * The official SDK of Messages drops an event that has no `event:` line, and reports no error. That of Responses reads it
 * (docs/faults.md#sdk-framing).
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'event-line-dropped',
  title: 'An event has no event line.',
  source: { text: 'F14: event lines', doc: 'docs/faults.md#f14' },
  breakage: leavingOutEventLines,
  variants: forStreams((source) =>
    namedEvents(source).length === 0
      ? 'its events have no event lines'
      : only((given) => {
          const named = namedEvents(given);
          const chosen = named[named.length >> 1];
          const events = given.events.map((event) => (event === chosen ? unnamed(given, event) : event));
          return writeEvents(given, events, { rest: given.rest });
        }),
  ),
};

function namedEvents(source: EventScript): readonly ScriptEvent[] {
  return source.events.filter(({ frame }) => frame.event !== undefined);
}

function unnamed(source: EventScript, event: ScriptEvent): ScriptEvent {
  const { event: _name, ...frame } = event.frame;
  return { ...createEvent(source, frame), atMs: event.atMs, lead: event.lead };
}
