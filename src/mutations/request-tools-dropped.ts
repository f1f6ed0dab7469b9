import type { RequestMutation } from '../core/mutation.ts';

/**
 * A model that sees no tools answers in words. Without tools there is nothing to choose from, so the choice goes too.
 */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-tools-dropped',
  title: 'The declared tools do not reach the upstream.',
  source: { text: 'what of a request has to reach the upstream', doc: 'docs/equality.md#the-request' },
  apply: ({ toolChoice: _toolChoice, ...request }) => ({ ...request, tools: [] }),
};
