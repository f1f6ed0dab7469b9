import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Clock } from '../core/clock.ts';
import type { Chunk, Ending, Head } from '../core/exchange.ts';
import { hasFraming, headerPairs } from './raw-headers.ts';
import { watchTransport } from './watch-transport.ts';

/** The result of one request. */
export interface Received {
  /** Absent: the peer was not reached, or it closed before its head. */
  readonly head?: Head;
  /** One per HTTP chunk and socket read, as the parser gave it; `atMs` counts from the head. */
  readonly chunks: readonly Chunk[];
  readonly ending: Ending;
  /** The system's error code for a connection that gave no head: `ECONNREFUSED`, `ENOTFOUND` … */
  readonly failure?: string;
}

/** Called for everything that comes, as it comes. */
export interface ReceiveListener {
  readonly connected?: () => void;
  readonly head?: (head: Head, response: IncomingMessage) => void;
  /** The bytes are valid only until it returns. */
  readonly chunk?: (bytes: Uint8Array, response: IncomingMessage) => void;
}

export interface Receiving {
  /** Never rejects. */
  readonly received: Promise<Received>;
  /** Ends it from our side, and keeps what has come. Returns false if it had ended already. */
  readonly end: (ending: 'stall' | 'aborted') => boolean;
}

/**
 * Keeps everything that comes back for a request, with its times and its ending. `clean`: the message was whole
 * (chunked terminator, content-length, or the close of a response that declares neither). `fin`: the connection closed
 * before that, or its framing broke. `rst`: the connection was reset. If the peer cannot be reached, there is no head,
 * and the ending is `rst`.
 *
 * It is built on node:http, not on undici or fetch, for four reasons. node:http shows the socket below a response, and
 * only the socket tells a FIN from a reset (the response gives `ECONNRESET` for both). Its 'end' comes only when the
 * parser saw the whole message. Headers keep their order and case. There is no timeout or pool to switch off.
 *
 * @param request opened, and not ended yet
 */
export function receive(request: ClientRequest, clock: Clock, listener: ReceiveListener): Receiving {
  const { promise, resolve } = Promise.withResolvers<Received>();
  const transport = watchTransport(request, () => listener.connected?.());
  const chunks: Chunk[] = [];
  let head: Head | undefined;
  let failure: string | undefined;
  let finished = false;

  const finish = (ending: Ending): boolean => {
    if (finished) {
      return false;
    }
    finished = true;
    resolve({
      ...(head === undefined ? {} : { head }),
      chunks,
      ending,
      ...(failure === undefined ? {} : { failure }),
    });
    request.destroy();
    return true;
  };

  request.once('response', (response) => {
    const headAt = clock.now();
    head = { status: response.statusCode ?? 0, headers: headerPairs(response.rawHeaders) };
    response.on('data', (bytes: Buffer) => {
      if (!finished) {
        // A copy: a piece of a socket read would keep the whole read in memory.
        chunks.push({ atMs: clock.now() - headAt, bytes: Buffer.from(bytes) });
        listener.chunk?.(bytes, response);
      }
    });
    // A paused reader would never see what had come before the peer closed.
    request.socket?.once('end', () => response.resume());
    // The parser takes any close for the end of a message that has no framing of its own.
    response.once('end', () => finish(hasFraming(response) || transport.closedBy() === 'fin' ? 'clean' : 'rst'));
    // Both come for an early close. The socket's own events say which kind it was.
    response.once('error', () => undefined);
    response.once('close', () => finish(transport.closedBy()));
    listener.head?.(head, response);
  });
  request.on('error', (error: NodeJS.ErrnoException) => {
    failure ??= error.code ?? 'unknown error';
  });
  request.once('close', () => {
    // With a head, the response's own 'close' comes after its last chunk. This one may come before it.
    if (head === undefined) {
      finish(transport.closedBy());
    }
  });
  return { received: promise, end: finish };
}
