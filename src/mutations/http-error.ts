import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { Header, WireScript } from '../core/exchange.ts';
import type { WireMutation } from '../core/mutation.ts';
import { dialects } from '../dialects/registry.generated.ts';
import { contractOf } from './stream/contract-words.ts';
import { spread } from './stream/positions.ts';

/** Seconds in `retry-after`: as few as possible but not 0, since a relay may really wait. */
const retryAfter = '1';

/**
 * The provider refuses before the first token. The label is the status; the body is the dialect's own error. The
 * answer does not depend on the recording, so a sample takes one of the statuses too.
 */
export const mutation: WireMutation = {
  target: 'wire',
  id: 'http-error',
  title: 'The answer is an HTTP error.',
  source: { text: 'T07: an HTTP error before the answer', doc: 'docs/faults.md#t07' },
  stimulus: 'fault',
  breakage: 'fault',
  variants: ({ head }, dialect, extent) =>
    spread(otherStatuses(dialect, head.status), extent).map((status) => ({
      label: status,
      apply: () => errorScript(dialect, Number(status)),
    })),
};

function otherStatuses(dialect: DialectId, own: number): readonly string[] {
  return Object.keys(contractOf(dialect).errors.byStatus).filter((status) => status !== String(own));
}

function errorScript(dialect: DialectId, status: number): WireScript {
  const meaning = contractOf(dialect).errors.byStatus[String(status)] ?? 'unknown';
  const { body } = dialects[dialect].encodeError({
    origin: 'provider',
    class: meaning,
    status,
    message: `The provider answers with status ${status}.`,
  });
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  const headers: readonly Header[] = [
    ['content-type', 'application/json'],
    ['content-length', String(bytes.length)],
    ...(status === 429 ? [['retry-after', retryAfter] as const] : []),
  ];
  return { head: { status, headers }, writes: [{ atMs: 0, bytes }], ending: 'clean' };
}
