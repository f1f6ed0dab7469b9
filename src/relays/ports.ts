import { connect, createServer } from 'node:net';
import type { Clock } from '../core/clock.ts';
import { HarnessFault } from '../core/fault.ts';

/**
 * A TCP port of 127.0.0.1 that nobody listens on. Another process may take it before it is used; a relay that then
 * fails to listen says so in its output.
 */
export function pickFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() =>
        port === 0 ? reject(new HarnessFault('no free port', '127.0.0.1', 'close other programs')) : resolve(port),
      );
    });
  });
}

/** Whether something accepts connections there. Never rejects; gives up, with false, after `withinMs`. */
export function acceptsConnections(host: string, port: number, clock: Clock, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (accepted: boolean) => (): void => {
      cancel();
      socket.destroy();
      resolve(accepted);
    };
    const cancel = clock.after(withinMs, settle(false));
    socket.once('connect', settle(true));
    socket.once('error', settle(false));
  });
}
