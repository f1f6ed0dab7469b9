import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connection under one response: waiting on it, and knowing who closed it. Every wait ends when it closes. */
export interface PeerConnection {
  readonly socket: Socket;
  readonly isClosed: () => boolean;
  /** It was `stop` that closed it. */
  readonly wasStopped: () => boolean;
  readonly stop: () => void;
  /** Waits until `start`'s callback is called; `start` returns how to take the wait back. */
  readonly until: (start: (done: () => void) => () => void) => Promise<void>;
  /** Waits until the response takes writes again. */
  readonly drained: () => Promise<void>;
  /** Waits until the kernel has taken all that was written. */
  readonly flushed: () => Promise<void>;
  readonly closed: () => Promise<void>;
}

const nothing = (): void => undefined;

export function watchConnection(request: IncomingMessage, response: ServerResponse): PeerConnection {
  const { socket } = request;
  let closed = socket.destroyed;
  let stopped = false;
  let wake = nothing;

  response.once('close', () => {
    closed = true;
    wake();
  });
  // A write that races with a leaving peer is told here; 'close' follows and is what counts.
  response.on('error', nothing);

  const until: PeerConnection['until'] = (start) =>
    new Promise((resolve) => {
      if (closed) {
        resolve();
        return;
      }
      const cancel = start(resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });

  return {
    socket,
    until,
    isClosed: () => closed,
    wasStopped: () => stopped,
    stop: () => {
      stopped = true;
      socket.destroy();
    },
    drained: () =>
      until((done) => {
        response.once('drain', done);
        return () => response.off('drain', done);
      }),
    flushed: () =>
      until((done) => {
        // An empty write calls back only after all that was written before it.
        socket.write('', () => done());
        return nothing;
      }),
    closed: () => until(() => nothing),
  };
}
