import { textAt } from '../core/json-path.ts';
import type { WireMutation } from '../core/mutation.ts';
import { edited } from './stream/call-opening.ts';
import type { EventScript } from './stream/event-script.ts';
import { toolCalls } from './stream/turn.ts';
import { forScripts, only } from './stream/variants.ts';

/** Two calls get one id when a relay derives ids from the name or the turn. Two results go back, and one is lost. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'tool-id-duplicate',
  title: 'Two tool calls have the same id.',
  source: { text: 'C01: parallel calls', doc: 'docs/faults.md#c01' },
  breakage: 'fault',
  variants: forScripts((source) => {
    if (toolCalls(source).length < 2) {
      return 'it has fewer than two tool calls';
    }
    return firstId(source) === ''
      ? 'its tool calls have no ids'
      : only((given) => edited(given, 1, 'id', () => firstId(given)));
  }),
};

function firstId(source: EventScript): string {
  const first = toolCalls(source)[0]?.pieces[0];
  return textAt(first && source.events[first.event]?.json, first?.place.id);
}
