import { joinChunks } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';

/** F02: proxies collect a stream and pass it on at once; a relay that takes a write for an event then loses all but one. */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'coalesce',
  title: 'The whole answer comes in one write.',
  stimulus: 'preserving',
  breakage: 'preserving',
  variants: ({ writes }) =>
    writes.length < 2
      ? { notApplicable: 'it is one write already' }
      : [
          {
            label: '',
            apply: (script) => ({
              ...script,
              writes: [{ atMs: script.writes.at(-1)?.atMs ?? 0, bytes: joinChunks(script.writes) }],
            }),
          },
        ],
};
