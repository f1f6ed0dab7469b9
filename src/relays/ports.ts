import { connect, createServer } from 'node:net';
import type { Clock } from '../core/clock.ts';
import { listen } from '../transport/listen.ts';

/**
 * A free TCP port of 127.0.0.1. Another process may take it before it is used. A relay that then fails to listen says
 * so in its output.
 */
export async function pickFreePort(): Promise<number> {
  const server = createServer();
  const { port } = new URL(await listen(server, '127.0.0.1', 0));
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return Number(port);
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
