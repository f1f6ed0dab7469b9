import type { IncomingMessage } from 'node:http';
import type { Header } from '../core/exchange.ts';

/** Headers as they were on the wire, with order, case and repeats kept. */
export function headerPairs(rawHeaders: readonly string[]): readonly Header[] {
  const headers: Header[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.push([rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '']);
  }
  return headers;
}

/** Whether a response itself says where it ends. If not, the close of its connection ends it (RFC 9112, 6.3). */
export function hasFraming({ headers, statusCode }: IncomingMessage): boolean {
  const bodiless = statusCode === 204 || statusCode === 304;
  return bodiless || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}
