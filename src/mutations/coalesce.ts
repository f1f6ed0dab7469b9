import { joinChunks } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';

/**
 * Proxies collect a stream and pass it on at once. A relay that takes a write for an event then loses all events but
 * one.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'coalesce',
  title: 'The whole answer comes in one write.',
  source: { text: 'F02: several events in one write', doc: 'docs/faults.md#f02' },
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
