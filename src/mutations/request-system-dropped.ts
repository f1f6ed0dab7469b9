import type { RequestMutation } from '../core/mutation.ts';

/** Without its instructions another assistant answers. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-system-dropped',
  title: 'The system text does not reach the upstream.',
  apply: ({ system: _system, ...request }) => request,
};
