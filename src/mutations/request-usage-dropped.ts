import type { RequestMutation } from '../core/mutation.ts';

/** U05: without `stream_options.include_usage` a Chat upstream reports none, and the client waits in vain. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-usage-dropped',
  title: 'The upstream is not asked for usage.',
  apply: (request) => ({ ...request, includeUsage: false }),
};
