import { createServer, type Socket } from 'node:net';

export interface RawServer {
  readonly url: string;
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** A server without an HTTP library: `answer` gets the socket when the request's head has come. */
export async function serveRaw(answer: (socket: Socket, request: string) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
    let text = '';
    let answered = false;
    socket.on('data', (bytes: Buffer) => {
      text += bytes.toString('latin1');
      const headEnd = text.indexOf('\r\n\r\n');
      const length = Number(/^content-length: (\d+)$/im.exec(text)?.[1] ?? 0);
      if (!answered && headEnd >= 0 && text.length >= headEnd + 4 + length) {
        answered = true;
        answer(socket, text);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) {
          socket.destroy();
        }
      }),
  };
}
