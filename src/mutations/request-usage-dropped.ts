import type { RequestMutation } from '../core/mutation.ts';

/** Without `stream_options.include_usage` a Chat upstream reports none, and the client waits in vain. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-usage-dropped',
  title: 'The upstream is not asked for usage.',
  source: { text: 'U05: the usage chunk of Chat', doc: 'docs/faults.md#u05' },
  apply: (request) => ({ ...request, includeUsage: false }),
};
