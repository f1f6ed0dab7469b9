import type { WireMutation } from '../core/mutation.ts';
import { intersperse } from './stream/intersperse.ts';
import { placesOf } from './stream/turn.ts';
import { forStreams } from './stream/variants.ts';

/** `event: ping` may come anywhere after the start. A relay must neither forward it as data nor fail on it. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'ping',
  title: 'Heartbeat events come after the first event, between events and before the last.',
  source: { text: 'F07: heartbeats that look like data', doc: 'docs/faults.md#f07' },
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: forStreams((source) => {
    const { heartbeat } = placesOf(source);
    return heartbeat === undefined ? 'this dialect has no heartbeat event' : intersperse(source, 1, () => heartbeat);
  }),
};
