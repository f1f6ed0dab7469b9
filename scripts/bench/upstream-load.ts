import { connect, type Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** The job of the load worker. */
export interface Load {
  readonly port: number;
  readonly request: string;
  readonly concurrency: number;
  readonly requests: number;
}

// A client that does as little as possible, so that the bench measures the server: it counts chunked terminators.
const terminator = Buffer.from('0\r\n\r\n');
const { port, request, concurrency, requests }: Load = workerData;
let started = 0;
let ended = 0;

function next(socket: Socket): void {
  if (started < requests) {
    started += 1;
    socket.write(request);
    return;
  }
  socket.destroy();
}

for (let index = 0; index < concurrency; index += 1) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => next(socket));
  let tail: Buffer = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => {
    tail = bytes.length >= terminator.length ? bytes : Buffer.concat([tail, bytes]);
    if (tail.subarray(-terminator.length).equals(terminator)) {
      tail = Buffer.alloc(0);
      ended += 1;
      if (ended === requests) {
        parentPort?.postMessage('done');
      }
      next(socket);
    }
  });
}
