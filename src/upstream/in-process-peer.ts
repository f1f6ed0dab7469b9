import { Readable } from 'node:stream';
import { type Header, headerValue } from '../core/exchange.ts';
import { createPresence, type Peer } from './peer.ts';
import { withoutLength } from './response-head.ts';

/** What the interceptor hands to the client's HTTP parser. There is no socket, but everything above it is real. */
export interface InProcessResponse {
  readonly status: number;
  readonly headers: readonly Header[];
  /** One `Uint8Array` per write. Destroying it closes the client's connection. */
  readonly body: Readable;
}

export interface InProcessExchange {
  readonly peer: Peer;
  /** Rejects when the connection ends before there is a head. The client sees a network error with this code. */
  readonly response: Promise<InProcessResponse>;
  readonly headWritten: () => boolean;
}

/** Statuses without a body (RFC 9110, section 6.4.1). */
const bodiless = new Set([204, 205, 304]);

const nothing = (): void => undefined;

/**
 * A client in this process, behind its own HTTP parser. A write is one HTTP chunk where the head has no
 * `content-length`. It has left when the client's side has asked for it.
 *
 * A connection that is closed (`fin`) and one that is reset (`rst`) look the same after the head, because the
 * interceptor can only destroy the client's socket. Before the head they have different messages, but both have the
 * code `ECONNRESET`.
 */
export function createInProcessPeer(request: Request): InProcessExchange {
  const { signal } = request;
  const presence = createPresence(signal.aborted);
  const { promise, resolve, reject } = Promise.withResolvers<InProcessResponse>();
  // It may happen that nobody waits for it any more.
  promise.catch(nothing);

  const underway: Parameters<Peer['write']>[1][] = [];
  let afterRead = nothing;
  let written = false;
  const body = new Readable({
    // Bytes that wait in the same buffer would be read as one chunk.
    objectMode: true,
    highWaterMark: 1,
    read: () => {
      for (const accepted of underway.splice(0)) {
        accepted(undefined);
      }
      afterRead();
    },
  });
  body.on('error', nothing);
  body.once('close', presence.leave);

  /** Ends the request before there is a head, and the body after that. */
  const end = (message: string): void => {
    const error = Object.assign(new Error(message), { code: 'ECONNRESET' });
    reject(error);
    body.destroy(error);
    presence.leave();
  };
  // The client's parser reads the bytes in the turn of their arrival. An end in the same turn would overtake them.
  const endNextTurn = (message: string): void => {
    setImmediate(() => end(message));
  };
  signal.addEventListener('abort', () => end('the client left'), { once: true });

  const untilRead = (): Promise<void> =>
    underway.length === 0
      ? Promise.resolve()
      : presence.until((done) => {
          afterRead = done;
          return () => {
            afterRead = nothing;
          };
        });

  return {
    response: promise,
    headWritten: () => written,
    peer: {
      ...presence,
      // The signal lives only as long as its request.
      isClosed: () => presence.isClosed() || request.signal.aborted,
      writeHead: (head, compressed) => {
        const headers = compressed ? withoutLength(head.headers) : head.headers;
        const response = { status: checkedStatus(head.status), headers: framed(head.status, headers), body };
        // Throws for an illegal header.
        new Headers(response.headers.map(([name, value]): [string, string] => [name, value]));
        if (bodiless.has(head.status)) {
          body.resume();
        }
        written = true;
        resolve(response);
      },
      // As fetch does.
      joinsWrites: true,
      // The interceptor sends the head with the first write. It sends the head alone if that write is empty.
      flushHead: () => {
        underway.push(nothing);
        body.push(new Uint8Array());
      },
      write: (bytes, accepted) => {
        if (presence.isClosed()) {
          accepted(new Error('the client left'));
          return true;
        }
        underway.push(accepted);
        return body.push(bytes);
      },
      finish: async (last) => {
        if (last !== undefined && last.length > 0) {
          body.push(last);
        }
        let finished = false;
        await presence.until((done) => {
          body.once('end', () => {
            finished = true;
            done();
          });
          body.push(null);
          return nothing;
        });
        return finished;
      },
      close: () => endNextTurn('socket hang up'),
      reset: () => endNextTurn('read ECONNRESET'),
      stop: () => {
        presence.markStopped();
        end('the upstream was closed');
      },
      drained: untilRead,
      flushed: untilRead,
    },
  };
}

/** The statuses that `Response` accepts. */
function checkedStatus(status: number): number {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new RangeError(`a response in this process cannot have the status ${status}`);
  }
  return status;
}

/**
 * Does what node does for a real server: chunked where the head declares no length, so that a cut differs from an end.
 */
function framed(status: number, headers: readonly Header[]): readonly Header[] {
  const declared = ['content-length', 'transfer-encoding'].some((name) => headerValue(headers, name) !== undefined);
  return declared || bodiless.has(status) ? headers : [...headers, ['transfer-encoding', 'chunked']];
}
