import type { WireMutation } from '../core/mutation.ts';
import { intersperse } from './stream/intersperse.ts';
import { placesOf } from './stream/turn.ts';
import { forStreams } from './stream/variants.ts';

/**
 * Providers add events without a new version; readers have to skip what they do not know. From an
 * upstream that is harmless. The official SDKs ignore events that a relay makes up, but a client that checks its events
 * does not. So such events are neither a fault nor a habit of the dialect.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'unknown-event',
  title: 'Events of an unknown kind come between the others.',
  source: { text: 'F15: events and fields that are new', doc: 'docs/faults.md#f15' },
  stimulus: 'preserving',
  breakage: 'repairable',
  // After the first event, because a stream has to begin with a known one.
  variants: forStreams((source) => intersperse(source, 1, (given) => placesOf(given).unknownEvent(given.events))),
};
