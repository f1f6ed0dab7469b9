import type { RequestMutation } from '../core/mutation.ts';

/** Only the last turn is passed on, so the model answers a conversation that never took place. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-turns-dropped',
  title: 'Earlier turns do not reach the upstream.',
  source: { text: 'G01: a conversation of two turns', doc: 'docs/faults.md#g01' },
  apply: (request) => ({ ...request, turns: request.turns.slice(-1) }),
};
