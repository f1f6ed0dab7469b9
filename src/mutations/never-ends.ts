import type { WireMutation } from '../core/mutation.ts';
import { writeEvents } from './stream/event-script.ts';
import { endAt } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/** Neither terminal nor error comes, and the connection stays open. The client waits until its own timeout. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'never-ends',
  title: 'The stream never ends.',
  source: { text: 'T13: a stall', doc: 'docs/faults.md#t13' },
  breakage: 'fault',
  variants: forStreams((source) =>
    source.events.length === 0
      ? 'it has no events'
      : only((given) => writeEvents(given, given.events.slice(0, endAt(given)), { ending: 'stall' })),
  ),
};
