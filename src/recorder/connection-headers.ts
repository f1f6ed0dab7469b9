import type { Header } from '../core/exchange.ts';

/** Headers that belong to one connection, not to the message (RFC 9110, 7.6.1). */
const ownToConnection: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Written anew for the next connection. */
const rewritten: ReadonlySet<string> = new Set(['host', 'content-length', 'expect']);

/** The headers of a message as a proxy passes them on, in the same order and case, with repeated ones. */
export function forwardedHeaders(headers: readonly Header[], direction: 'request' | 'response'): readonly Header[] {
  const named = headers
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((part) => part.trim().toLowerCase()));
  return headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !ownToConnection.has(lower) && !named.includes(lower) && !(direction === 'request' && rewritten.has(lower));
  });
}
