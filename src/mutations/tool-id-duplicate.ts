import { textAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { edited } from './stream/call-opening.ts';
import { toolCalls } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** Two calls get one id when a relay derives ids from the name or the turn. Two results go back, and one is lost. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-id-duplicate',
  title: 'Two tool calls have the same id.',
  source: { text: 'C01: parallel calls', doc: 'docs/faults.md#c01' },
  breakage: 'fault',
  variants: forScripts((source) =>
    toolCalls(source).length < 2
      ? 'it has fewer than two tool calls'
      : only((given) => {
          const first = toolCalls(given)[0]?.pieces[0];
          const id = first && textAt(given.events[first.event]?.json, first.place.id);
          return edited(given, 1, 'id', () => id);
        }),
  ),
};
