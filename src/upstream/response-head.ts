import type { ServerResponse } from 'node:http';
import { type Head, headerValue, type WireScript } from '../core/exchange.ts';

/** Fixes the head as it stands. `compressed`: without its `content-length`, which counted other bytes. */
export function writeHead(response: ServerResponse, head: Head, compressed: boolean): void {
  response.sendDate = false;
  // Tells node not to add a `connection` header of its own.
  response.removeHeader('connection');
  const headers: string[] = [];
  for (const [name, value] of head.headers) {
    if (!(compressed && name.toLowerCase() === 'content-length')) {
      headers.push(name, value);
    }
  }
  response.writeHead(head.status, headers);
}

/** Whether a declared `content-length`, where it rules, is what the writes add up to. */
export function lengthHolds({ head, writes }: WireScript): boolean {
  const declared = headerValue(head.headers, 'content-length');
  return (
    declared === undefined ||
    headerValue(head.headers, 'transfer-encoding') !== undefined ||
    Number(declared) === writes.reduce((sum, { bytes }) => sum + bytes.length, 0)
  );
}
