import type { ClientRequest } from 'node:http';
import { TLSSocket } from 'node:tls';

/** What happened to the connection below a request. */
export interface Transport {
  /** How the peer closed it. Meaningful only once it is closed. */
  readonly closedBy: () => 'fin' | 'rst';
}

/** Failures that the peer or the network causes. All others before a head are ours: no such host, no sockets left … */
const peerTrouble: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Whether the peer caused the error code of a request that got no head. `HPE_…` means that it did not speak HTTP. */
export function isPeerTrouble(code: string): boolean {
  return peerTrouble.has(code) || code.startsWith('HPE_');
}

/** Listens to the socket of a request; `connected` is called when the request can be sent. */
export function watchTransport(request: ClientRequest, connected: () => void): Transport {
  let finSeen = false;
  let resetSeen = false;
  request.once('socket', (socket) => {
    socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', connected);
    socket.once('end', () => {
      finSeen = true;
    });
    socket.once('error', () => {
      // After a FIN an error only says that we were still sending.
      resetSeen = !finSeen;
    });
  });
  return { closedBy: () => (resetSeen ? 'rst' : 'fin') };
}
