import type { IncomingMessage } from 'node:http';
import type { Header } from '../core/exchange.ts';

const secretHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'cookie',
]);

/** Gemini clients may send the key in the query. */
const secretParameter = /([?&](?:key|api_key|api-key|access_token)=)([^&#]*)/gi;

/**
 * What stands in place of a key. The length is told as a class only, which is enough to see that a relay sent the right
 * kind of key, a placeholder or nothing.
 */
function placeholder(secret: string): string {
  if (secret.length === 0) {
    return '[redacted: empty]';
  }
  return secret.length < 16
    ? '[redacted: under 16 characters]'
    : secret.length < 64
      ? '[redacted: 16 to 63 characters]'
      : '[redacted: 64 characters or more]';
}

/** Names in lower case, in the order of the wire, with every value that may hold a key replaced. */
export function redactHeaders(message: Pick<IncomingMessage, 'rawHeaders'>): readonly Header[] {
  const headers: Header[] = [];
  const raw = message.rawHeaders;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? '').toLowerCase();
    const value = raw[index + 1] ?? '';
    headers.push([name, secretHeaders.has(name) ? placeholder(value) : value]);
  }
  return headers;
}

/** The path and query, with key parameters replaced. */
export function redactPath(path: string): string {
  return path.includes('?')
    ? path.replace(secretParameter, (_, name: string, value: string) => name + placeholder(value))
    : path;
}
