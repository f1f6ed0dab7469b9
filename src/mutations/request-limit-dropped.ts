import type { RequestMutation } from '../core/mutation.ts';

/** The answer becomes longer, and dearer, than the client allowed. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-limit-dropped',
  title: 'The token limit does not reach the upstream.',
  apply: ({ maxTokens: _maxTokens, ...request }) => request,
};
