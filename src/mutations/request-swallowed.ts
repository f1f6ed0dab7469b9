import type { RequestMutation } from '../core/mutation.ts';

/** A cache or a guard answers in place of the provider. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-swallowed',
  title: 'The upstream is never asked.',
  source: { text: 'S05: an answer from a cache', doc: 'docs/faults.md#s05' },
  apply: () => undefined,
};
