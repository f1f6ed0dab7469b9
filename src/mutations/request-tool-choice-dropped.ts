import type { RequestMutation } from '../core/mutation.ts';

/** G.7: `required` that becomes `auto` makes the model talk instead of act. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-tool-choice-dropped',
  title: 'The tool choice does not reach the upstream.',
  apply: ({ toolChoice: _toolChoice, ...request }) => request,
};
