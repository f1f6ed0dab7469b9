import type { RequestMutation } from '../core/mutation.ts';

/** The answer becomes longer, and more expensive, than the client allowed. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-limit-dropped',
  title: 'The token limit does not reach the upstream.',
  source: { text: 'what of a request has to reach the upstream', doc: 'docs/equality.md#the-request' },
  apply: ({ maxTokens: _maxTokens, ...request }) => request,
};
