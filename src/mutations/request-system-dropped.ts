import type { RequestMutation } from '../core/mutation.ts';

/** Without its instructions the model answers as a different assistant. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-system-dropped',
  title: 'The system text does not reach the upstream.',
  source: { text: 'what of a request has to reach the upstream', doc: 'docs/equality.md#the-request' },
  apply: ({ system: _system, ...request }) => request,
};
