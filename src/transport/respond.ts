import type { ServerResponse } from 'node:http';
import type { Header } from '../core/exchange.ts';
import type { JsonObject } from '../core/json.ts';

/** Writes a head exactly as given, in order and case, without the headers that node would add. */
export function writeExactHead(response: ServerResponse, status: number, headers: readonly Header[]): void {
  response.sendDate = false;
  // Tells node not to add a `connection` header of its own.
  response.removeHeader('connection');
  response.writeHead(status, headers.flat());
}

/** Answers with one JSON document. If a head was sent already, it ends the connection. */
export function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** An error that clients of every dialect can read, because all of them look for `error.message`. */
export function errorBody(type: string, message: string): JsonObject {
  return { type: 'error', error: { type, message } };
}
