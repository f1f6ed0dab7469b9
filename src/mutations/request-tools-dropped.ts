import type { RequestMutation } from '../core/mutation.ts';

/** G.8: a model that sees no tools answers in words. Without tools there is nothing to choose from, so the choice goes too. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-tools-dropped',
  title: 'The declared tools do not reach the upstream.',
  apply: ({ toolChoice: _toolChoice, ...request }) => ({ ...request, tools: [] }),
};
