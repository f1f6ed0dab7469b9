import { createServer } from 'node:http';
import { Worker } from 'node:worker_threads';
import { systemClock } from '../../src/core/clock.ts';
import type { WireScript } from '../../src/core/exchange.ts';
import { startUpstream } from '../../src/upstream/upstream.ts';
import type { Load } from './upstream-load.ts';

/** Streams per second of both servers, each the median of its rounds, and the ratio of the two. */
export interface UpstreamBench {
  readonly ratio: number;
  readonly upstreamPerSecond: number;
  readonly barePerSecond: number;
}

const concurrency = 50;
const rounds = 7;
const requestsPerRound = 1_500;

const frames: readonly Uint8Array[] = Array.from({ length: 200 }, (_, index) =>
  Buffer.from(
    `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"word ${index}"},"finish_reason":null}]}\n\n`,
  ),
);
const streamHeaders = { 'content-type': 'text/event-stream' };
const body = JSON.stringify({
  model: 'm',
  stream: true,
  messages: [{ role: 'user', content: 'Write two hundred words.\n\nbenchmark' }],
});
const request = `POST /v1/chat/completions HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;

/**
 * Streams of 200 chunks at concurrency 50: the fake upstream against a bare node:http server that writes the same
 * frames and reads no body. The client is a worker thread. Rounds of both alternate, so that load on the machine
 * affects both.
 */
export async function benchUpstream(): Promise<UpstreamBench> {
  const bare = createServer((incoming, response) => {
    incoming.resume();
    response.writeHead(200, streamHeaders);
    for (const frame of frames) {
      response.write(frame);
    }
    response.end();
  });
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const address = bare.address();
  const barePort = typeof address === 'object' && address !== null ? address.port : 0;

  const upstream = await startUpstream({ clock: systemClock });
  const upstreamPort = Number(new URL(upstream.url).port);
  const script: WireScript = {
    head: { status: 200, headers: Object.entries(streamHeaders) },
    writes: frames.map((bytes) => ({ atMs: 0, bytes })),
    ending: 'clean',
  };

  const bareRounds: number[] = [];
  const upstreamRounds: number[] = [];
  // The first round of each warms up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const journal = upstream.expect('benchmark', () => script, 'message');
    const ours = await perSecond(upstreamPort);
    journal.release();
    const theirs = await perSecond(barePort);
    if (round > 0) {
      upstreamRounds.push(ours);
      bareRounds.push(theirs);
    }
  }
  await upstream.close();
  bare.closeAllConnections();
  bare.close();

  const ratios = upstreamRounds.map((ours, index) => ours / (bareRounds[index] ?? Number.NaN));
  return {
    ratio: median(ratios),
    upstreamPerSecond: median(upstreamRounds),
    barePerSecond: median(bareRounds),
  };
}

async function perSecond(port: number): Promise<number> {
  const load: Load = { port, request, concurrency, requests: requestsPerRound };
  const worker = new Worker(new URL('./upstream-load.ts', import.meta.url), { workerData: load });
  await new Promise((resolve) => worker.once('online', resolve));
  const startedAt = systemClock.now();
  await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  const seconds = (systemClock.now() - startedAt) / 1000;
  await worker.terminate();
  return requestsPerRound / seconds;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

if (import.meta.main) {
  const { ratio, upstreamPerSecond, barePerSecond } = await benchUpstream();
  process.stdout.write(
    `upstream ${upstreamPerSecond.toFixed(0)} streams/s · bare node:http ${barePerSecond.toFixed(0)} streams/s · ratio ${ratio.toFixed(2)}\n`,
  );
}
