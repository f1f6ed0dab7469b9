import type { Head } from '../core/exchange.ts';

/** The client's side of one exchange, whatever carries it. Every wait ends when the client has left. */
export interface Peer {
  /**
   * Fixes the head as it is. If `compressed`, its `content-length` is left out, because it counted other bytes.
   *
   * @throws Error when the head cannot be sent, for instance because of an illegal header
   */
  readonly writeHead: (head: Head, compressed: boolean) => void;
  readonly flushHead: () => void;
  /** True when writes in one turn of the event loop would reach the client as one chunk. */
  readonly joinsWrites: boolean;
  /**
   * Hands over one write of the body. `accepted` is called, in order, when the write has left for the client.
   *
   * @returns false when the next write has to wait for `drained`
   */
  readonly write: (bytes: Uint8Array, accepted: (error: Error | null | undefined) => void) => boolean;
  /** Ends the message after `last`. Says whether the end left before the client did. */
  readonly finish: (last: Uint8Array | undefined) => Promise<boolean>;
  /** Closes the connection after what was written, without finishing the message. */
  readonly close: () => void;
  /** Resets the connection. */
  readonly reset: () => void;
  /** Closes the connection at once, from our side. */
  readonly stop: () => void;
  /** Whether `stop` closed it. */
  readonly wasStopped: () => boolean;
  readonly isClosed: () => boolean;
  /** Waits until the callback of `start` is called. `start` returns a function that takes the wait back. */
  readonly until: (start: (done: () => void) => () => void) => Promise<void>;
  /** Waits until the peer takes writes again. */
  readonly drained: () => Promise<void>;
  /** Waits until all that was written has left. */
  readonly flushed: () => Promise<void>;
  readonly closed: () => Promise<void>;
}

/** Whether a connection is closed, who closed it, and waits that end when it closes. */
export interface Presence extends Pick<Peer, 'until' | 'isClosed' | 'wasStopped' | 'closed'> {
  /** To be called once, when the connection has closed. */
  readonly leave: () => void;
  /** To be called before `stop` closes it. */
  readonly markStopped: () => void;
}

const nothing = (): void => undefined;

/** @param closed whether the connection has closed already */
export function createPresence(closed: boolean): Presence {
  let isClosed = closed;
  let stopped = false;
  let wake = nothing;

  const until: Peer['until'] = (start) =>
    new Promise((resolve) => {
      if (isClosed) {
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
    until,
    closed: () => until(() => nothing),
    isClosed: () => isClosed,
    wasStopped: () => stopped,
    leave: () => {
      isClosed = true;
      wake();
    },
    markStopped: () => {
      stopped = true;
    },
  };
}
