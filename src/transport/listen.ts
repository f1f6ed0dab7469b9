import type { Server } from 'node:net';
import { HarnessFault } from '../core/fault.ts';

/**
 * Starts listening and returns the base URL, without a slash at its end.
 *
 * @throws HarnessFault when the port is taken or the address cannot be used
 */
export function listen(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException): void => {
      const place = `${host}:${port}`;
      reject(
        error.code === 'EADDRINUSE'
          ? new HarnessFault('the port is in use', place, 'stop the program that listens there, or choose another port')
          : new HarnessFault(`cannot listen (${error.code ?? error.message})`, place, 'choose another host or port'),
      );
    };
    server.once('error', refuse);
    server.listen(port, host, () => {
      server.off('error', refuse);
      const address = server.address();
      const actual = typeof address === 'object' && address !== null ? address.port : port;
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${actual}`);
    });
  });
}
