import { gzipSync } from 'node:zlib';
import { headerValue, joinChunks, type WireScript } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';

/**
 * The head and the bytes disagree. `labelled`: the head says gzip, and the bytes are plain, as when a relay decompresses
 * an answer and passes its headers on. `unlabelled`: the bytes are gzip, and the head does not say so.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'encoding-mislabelled',
  title: 'The content encoding is not the one that the head names.',
  source: { text: 'F11: content encoding', doc: 'docs/faults.md#f11' },
  level: 'extended',
  stimulus: 'fault',
  breakage: 'fault',
  repaired: 'The whole answer, from a relay that reads the bytes and not the head.',
  variants: ({ head, writes }) =>
    head.status === 0 || writes.length === 0 || headerValue(head.headers, 'content-encoding') !== undefined
      ? { notApplicable: 'it has no body, or one that is encoded already' }
      : [
          { label: 'labelled', effects: { stimulus: 'repairable' }, apply: labelled },
          { label: 'unlabelled', apply: unlabelled },
        ],
};

function labelled(script: WireScript): WireScript {
  const { head } = script;
  return { ...script, head: { ...head, headers: [...head.headers, ['content-encoding', 'gzip']] }, encoded: true };
}

function unlabelled(script: WireScript): WireScript {
  const { head, writes } = script;
  const headers = head.headers.filter(([name]) => name.toLowerCase() !== 'content-length');
  const atMs = writes.at(-1)?.atMs ?? 0;
  const bytes = Uint8Array.from(gzipSync(joinChunks(writes)));
  return { ...script, head: { ...head, headers }, writes: writes.length === 0 ? [] : [{ atMs, bytes }] };
}
