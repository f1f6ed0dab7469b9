import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '../transport/listen.ts';
import { readRequestBody } from '../transport/request-body.ts';
import { sendJson } from '../transport/respond.ts';
import type { CaseFinder } from './case-token.ts';
import type { Answer, CaseJournal } from './journal.ts';
import { type Arrival, createReception, type ReceptionOptions } from './reception.ts';
import type { StrayRequest } from './seen-request.ts';
import { createSocketPeer } from './socket-peer.ts';

/** The fake provider. It speaks plain HTTP and plays the script that belongs to the case of a request. */
export interface Upstream {
  /** Base URL without a slash at its end: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /**
   * Waits for a case's requests. `fallback` says how far to go to find the case: its token in the last user message
   * only, or else in the header `x-relaycert-case`, or else as the only case that is expected.
   *
   * @throws HarnessFault for a token that is not made of letters a to z, or that is expected already
   */
  readonly expect: (token: string, answer: Answer, fallback: CaseFinder) => CaseJournal;
  /** Requests that belonged to no case, oldest first. Only the first 1,000 are kept. */
  readonly strays: readonly StrayRequest[];
  /** Releases all cases, ends every connection, even stalled ones, and frees the port. */
  readonly close: () => Promise<void>;
}

export interface UpstreamOptions extends ReceptionOptions {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: 0, which means a free port. */
  readonly port?: number;
}

/**
 * Starts a fake upstream.
 *
 * A request is answered by a script only if its path belongs to a dialect and its case is expected (or `otherwise`
 * given). Requests for lists of models get an answer without a case. Everything else is a stray: 404, 413 for a body
 * over the limit, 400 for one that is not a JSON object.
 *
 * @throws HarnessFault when the port is in use
 */
export async function startUpstream(options: UpstreamOptions): Promise<Upstream> {
  const { host = '127.0.0.1', port = 0 } = options;
  const reception = createReception(options);
  const server = createServer({ noDelay: true, keepAlive: true }, (request, response) =>
    reception.receive(arrivalOf(request, response)),
  );
  // Relays reuse connections. One that closed by itself just then would look like a fault of the script.
  server.keepAliveTimeout = 0;
  const url = await listen(server, host, port);

  return {
    url,
    expect: reception.expect,
    strays: reception.strays,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      reception.stop();
      server.closeAllConnections();
      await closed;
    },
  };
}

function arrivalOf(request: IncomingMessage, response: ServerResponse): Arrival {
  return {
    method: request.method ?? 'GET',
    url: request.url ?? '/',
    rawHeaders: request.rawHeaders,
    readBody: (limit) => readRequestBody(request, limit),
    sendJson: (status, body) => sendJson(response, status, body),
    peer: createSocketPeer(request, response),
  };
}
