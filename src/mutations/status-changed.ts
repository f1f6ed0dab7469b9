import type { WireMutation } from '../core/mutation.ts';

/** Clients retry by status. A 4xx passed off as a 5xx is retried for ever, and a 5xx passed off as a 4xx never. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'status-changed',
  title: 'An HTTP error has a status of another class.',
  source: { text: 'T07: an HTTP error before the answer', doc: 'docs/faults.md#t07' },
  breakage: 'fault',
  variants: ({ head }) =>
    head.status < 400
      ? { notApplicable: 'it is not an HTTP error' }
      : [
          {
            label: '',
            apply: (script) => ({
              ...script,
              head: { ...script.head, status: script.head.status < 500 ? 500 : 400 },
            }),
          },
        ],
};
