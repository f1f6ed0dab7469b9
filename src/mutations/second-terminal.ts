import type { WireMutation } from '../core/mutation.ts';
import { noSuccess } from './stream/cut.ts';
import { sayingTheEndAgain } from './stream/dialect-effects.ts';
import { writeEvents } from './stream/event-script.ts';
import { terminalAt } from './stream/turn.ts';
import { forStreams, only } from './stream/variants.ts';

/** The relay passes the upstream's terminal on and adds its own. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'second-terminal',
  title: 'The terminal comes twice.',
  source: { text: 'T09: noise after the terminal', doc: 'docs/faults.md#t09' },
  breakage: sayingTheEndAgain,
  variants: forStreams((source) =>
    terminalAt(source) < 0
      ? noSuccess
      : only((given) => {
          const terminal = given.events.slice(terminalAt(given)).slice(0, 1);
          return writeEvents(given, [...given.events, ...terminal]);
        }),
  ),
};
