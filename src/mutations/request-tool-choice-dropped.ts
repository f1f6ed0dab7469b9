import type { RequestMutation } from '../core/mutation.ts';

/** When `required` becomes `auto`, the model talks instead of acting. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-tool-choice-dropped',
  title: 'The tool choice does not reach the upstream.',
  source: { text: 'translation of the tool choice', doc: 'docs/translation.md#tool-choice' },
  apply: ({ toolChoice: _toolChoice, ...request }) => request,
};
