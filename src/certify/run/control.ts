import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { messageOf } from '../../core/fault.ts';
import { listen } from '../../transport/listen.ts';
import type { ShownResult } from './fail-on.ts';

/** Where a suite in a vitest worker asks the main process to run a case. */
export interface Control {
  readonly url: string;
  readonly token: string;
  readonly close: () => Promise<void>;
}

/** Serves `GET /run?id=…` on a free port of 127.0.0.1 to clients that know the token. */
export async function startControl(run: (id: string) => Promise<ShownResult | undefined>): Promise<Control> {
  // Results do not depend on this chance: it keeps other users of the machine out.
  const token = randomBytes(16).toString('hex');
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${token}`) {
      response.writeHead(401).end();
      return;
    }
    const id = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams.get('id') ?? '';
    run(id).then(
      (result) => {
        response.writeHead(result === undefined ? 404 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(result ?? null));
      },
      (error: unknown) => response.writeHead(500).end(messageOf(error)),
    );
  });
  server.keepAliveTimeout = 60_000;
  return {
    url: await listen(server, '127.0.0.1', 0),
    token,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
