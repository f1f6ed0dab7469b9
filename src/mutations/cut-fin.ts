import type { WireScript } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';
import type { Random } from '../core/random.ts';
import { noSuccess } from './stream/cut.ts';
import { type EventScript, writeEvents } from './stream/event-script.ts';
import { spread, wholeNumbers } from './stream/positions.ts';
import { terminalAt } from './stream/turn.ts';
import { forScripts } from './stream/variants.ts';

/** Bytes at the end of a block that an event is whole without: two line ends of two bytes each. */
const blockEnd = 4;

/**
 * The connection closes inside an event, without the end of the HTTP message. The label is the number of whole
 * events before it, from 0. The terminal is one of the events that may be cut.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'cut-fin',
  title: 'The connection closes in the middle of an event.',
  source: { text: 'T02 and T03: a connection that breaks', doc: 'docs/faults.md#t02' },
  stimulus: 'fault',
  breakage: 'fault',
  variants: forScripts((source, extent) => {
    const terminal = terminalAt(source);
    if (terminal < 0) {
      return noSuccess;
    }
    return spread(wholeNumbers(0, terminal), extent).map((count) => ({
      label: String(count),
      position: count,
      apply: (given, random) => cutInside(given, Math.min(count, terminalAt(given)), random),
    }));
  }),
};

function cutInside(source: EventScript, index: number, random: Random): WireScript {
  const event = source.events[index];
  const whole = source.events.slice(0, Math.max(0, index));
  if (event === undefined) {
    return writeEvents(source, whole, { ending: 'fin' });
  }
  const size = 1 + random.integer(Math.max(1, event.block.length - blockEnd - 1));
  return writeEvents(source, [...whole, { ...event, block: event.block.slice(0, size) }], { ending: 'fin' });
}
