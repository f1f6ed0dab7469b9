import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Head } from '../core/exchange.ts';
import { errorBody, sendJson, writeExactHead } from '../transport/respond.ts';
import { forwardedHeaders } from './connection-headers.ts';
import type { Tapped } from './tap.ts';

/** Sends the head on at once: a client may wait for it before anything else. */
export function writeHead(response: ServerResponse, { status, headers }: Head): void {
  writeExactHead(response, status, forwardedHeaders(headers, 'response'));
  response.flushHeaders();
}

/** Ends the client's connection in the way that the server's connection ended. */
export async function endAs(response: ServerResponse, { ending }: Tapped): Promise<void> {
  const { socket } = response;
  switch (ending) {
    case 'clean':
      response.end();
      return;
    case 'fin':
      await flushed(socket);
      socket?.destroySoon();
      return;
    case 'rst':
      await flushed(socket);
      socket?.resetAndDestroy();
      return;
    case 'stall':
    case 'aborted':
      response.destroy();
      return;
  }
}

/** The server sent no head, so the proxy answers by itself. */
export function refuse(response: ServerResponse, status: number, message: string): void {
  sendJson(response, status, errorBody('api_error', `relaycert record: ${message}`));
}

/** Resolves when the kernel has taken all that was written, or when the client has left. */
function flushed(socket: Socket | null): Promise<void> {
  return new Promise((resolve) => {
    if (socket === null || socket.destroyed) {
      resolve();
      return;
    }
    // An empty write calls back only after all that was written before it.
    socket.write('', () => resolve());
  });
}
