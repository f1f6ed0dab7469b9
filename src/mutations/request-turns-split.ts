import type { RequestMutation } from '../core/mutation.ts';
import type { Turn } from '../core/scenario.ts';

/** Each turn of the assistant that has a text and calls becomes two turns in a row. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-turns-split',
  title: 'The text of a turn and its calls reach the upstream as two turns.',
  source: { text: 'G01: a conversation of two turns', doc: 'docs/faults.md#g01' },
  apply: (request) => ({ ...request, turns: request.turns.flatMap(split) }),
};

function split(turn: Turn): readonly Turn[] {
  return turn.role === 'assistant' && turn.text !== '' && turn.tools.length > 0
    ? [
        { ...turn, tools: [] },
        { ...turn, text: '' },
      ]
    : [turn];
}
