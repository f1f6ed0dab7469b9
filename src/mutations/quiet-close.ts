import type { WireMutation } from '../core/mutation.ts';
import { writeEvents } from './stream/event-script.ts';
import { endAt, givenFinishes } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/**
 * After the last content the stream ends cleanly, without finish, terminal or error. Several SDKs and agents
 * take that for a success.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'quiet-close',
  title: 'The stream ends quietly after its last content.',
  source: { text: 'T01: a clean end without a terminal', doc: 'docs/faults.md#t01' },
  breakage: 'fault',
  variants: forStreams((source) =>
    endAt(source) === source.events.length
      ? 'it has no terminal and no error to leave out'
      : only((given) => {
          const end = Math.min(endAt(given), givenFinishes(given)[0]?.event ?? given.events.length);
          return writeEvents(given, given.events.slice(0, end), { ending: 'clean' });
        }),
  ),
};
