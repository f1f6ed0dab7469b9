import type { IncomingMessage } from 'node:http';
import type { Header } from '../core/exchange.ts';

/** Headers as they stood on the wire: order, case and repeats kept. */
export function headerPairs(rawHeaders: readonly string[]): readonly Header[] {
  const headers: Header[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return headers;
}

/** Whether a response says itself where it ends. One that does not is ended by the close of its connection (RFC 9112, 6.3). */
export function hasFraming({ headers, statusCode }: IncomingMessage): boolean {
  const bodiless = statusCode === 204 || statusCode === 304;
  return bodiless || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
