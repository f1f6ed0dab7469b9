import type { WireMutation } from '../core/mutation.ts';
import { intersperse } from './stream/intersperse.ts';
import { placesOf } from './stream/turn.ts';
import { forStreams } from './stream/variants.ts';

/**
 * Providers add events without a new version; readers have to skip what they do not know. From an
 * upstream that is harmless. A relay that makes up events of its own is read over by the official SDKs, but not by a
 * client that checks its events: no fault, no habit of the dialect either.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'unknown-event',
  title: 'Events of a kind that nobody knows, between the others.',
  source: { text: 'F15: events and fields that are new', doc: 'docs/faults.md#f15' },
  stimulus: 'preserving',
  breakage: 'repairable',
  // After the first event: a stream has to begin with a known one.
  variants: forStreams((source) => intersperse(source, 1, (given) => placesOf(given).unknownEvent(given.events))),
};
