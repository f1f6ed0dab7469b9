import type { WireMutation } from '../core/mutation.ts';

/** T07: clients retry by status. A 4xx passed off as 5xx is retried for ever, the reverse never. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'status-changed',
  title: 'An HTTP error has a status of another class.',
  breakage: 'fault',
  variants: ({ head }) =>
    head.status < 400
      ? { notApplicable: 'it is no HTTP error' }
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
