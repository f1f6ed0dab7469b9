import type { RequestMutation } from '../core/mutation.ts';

/** G01: only the last turn is passed on; the model answers a conversation that never took place. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-turns-dropped',
  title: 'Earlier turns do not reach the upstream.',
  apply: (request) => ({ ...request, turns: request.turns.slice(-1) }),
};
