import type { RequestMutation } from '../core/mutation.ts';

/** S05: a cache or a guard answers in the place of the provider. */
export const mutation: RequestMutation = {
  target: 'request',
  id: 'request-swallowed',
  title: 'The upstream is never asked.',
  apply: () => undefined,
};
