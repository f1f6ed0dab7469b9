import type { IncomingMessage, ServerResponse } from 'node:http';
import { writeExactHead } from '../transport/respond.ts';
import { type BodyFraming, takeOverFraming } from './body-framing.ts';
import { createPresence, type Peer } from './peer.ts';
import { withoutLength } from './response-head.ts';

const nothing = (): void => undefined;

/**
 * A client at the other end of a socket. A write is one HTTP chunk where the head has no `content-length`. It has left
 * when the kernel has taken it.
 */
export function createSocketPeer(request: IncomingMessage, response: ServerResponse): Peer {
  const { socket } = request;
  const presence = createPresence(socket.destroyed);
  let framing: BodyFraming | undefined;

  response.once('close', presence.leave);
  // A write that races with a leaving peer fails here. The 'close' that follows is what counts.
  response.on('error', nothing);

  return {
    ...presence,
    writeHead: (head, compressed) => {
      writeExactHead(response, head.status, compressed ? withoutLength(head.headers) : head.headers);
      framing = takeOverFraming(response);
    },
    joinsWrites: false,
    flushHead: () => response.flushHeaders(),
    write: (bytes, accepted) => response.write(framing?.frame(bytes) ?? bytes, accepted),
    finish: async (last) => {
      const rest = framing?.end(last);
      let finished = false;
      await presence.until((done) => {
        response.end(rest, () => {
          finished = true;
          done();
        });
        return nothing;
      });
      return finished;
    },
    close: () => socket.destroySoon(),
    reset: () => socket.resetAndDestroy(),
    stop: () => {
      presence.markStopped();
      socket.destroy();
    },
    drained: () =>
      presence.until((done) => {
        response.once('drain', done);
        return () => response.off('drain', done);
      }),
    flushed: () =>
      presence.until((done) => {
        // An empty write calls back only after all that was written before it.
        socket.write('', () => done());
        return nothing;
      }),
  };
}
