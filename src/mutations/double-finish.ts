import type { WireScript } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';
import { preferredFinish } from './stream/contract-words.ts';
import { type EventScript, readEvents, type ScriptEvent, writeEvents } from './stream/event-script.ts';
import { withFinishes } from './stream/finish-edit.ts';
import { givenFinishes } from './stream/turn.ts';
import { forStreams } from './stream/variants.ts';

/**
 * A relay that passes on why the turn ended, and then says the same of its own stream. Readers that keep the first
 * reason and readers that keep the last one do different things.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'double-finish',
  title: 'Two finish reasons contradict each other.',
  source: { text: 'T10: a finish reason that is repeated, early or empty', doc: 'docs/faults.md#t10' },
  breakage: 'fault',
  variants: forStreams((source) =>
    givenFinishes(source).length === 0
      ? 'it has no finish reason'
      : [
          { label: 'later', apply: (given) => contradicted(given, 'later') },
          { label: 'earlier', apply: (given) => contradicted(given, 'earlier') },
        ],
  ),
};

/** @param place where the wrong reason stands: after the right one, or before it */
function contradicted(source: EventScript, place: 'earlier' | 'later'): WireScript {
  const last = givenFinishes(source).at(-1)?.event;
  const wrong = readEvents(
    withFinishes(source, (raw) => otherReason(source, raw)),
    source.dialect,
  );
  const events = source.events.flatMap((event, index): readonly ScriptEvent[] => {
    const other = index === last ? wrong.events[index] : undefined;
    if (other === undefined) {
      return [event];
    }
    const second = { ...other, atMs: event.atMs };
    return place === 'later' ? [event, second] : [second, event];
  });
  return writeEvents(source, events, { rest: source.rest });
}

function otherReason({ dialect }: EventScript, raw: string): string {
  const [stop, length] = [preferredFinish(dialect, 'stop'), preferredFinish(dialect, 'length')];
  return (raw === stop ? length : stop) ?? raw;
}
