import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { sendProbe } from '../../../src/probe/probe.ts';
import { chunkedHead, httpChunk, lastChunk, patient, probeRaw, texts } from '../../support/exchange/probe-case.ts';

describe.concurrent('a deadline', () => {
  test('firstByte ends a relay that never answers', async ({ expect }) => {
    const capture = await probeRaw(() => undefined, { deadlines: { ...patient, firstByte: 30 } });
    expect(capture).toMatchObject({ ending: 'aborted', deadline: 'firstByte', chunks: [] });
    expect(capture.endedAtMs).toBeGreaterThanOrEqual(29);
    expect(capture.head).toBeUndefined();
  });

  test('firstByte is met by the head alone', async ({ expect }) => {
    const capture = await probeRaw((socket) => socket.write(chunkedHead), {
      deadlines: { ...patient, firstByte: 200, idle: 300 },
    });
    expect(capture).toMatchObject({ head: { status: 200 }, ending: 'aborted', deadline: 'idle' });
  });

  test('idle ends a stream that stops, and keeps what came', async ({ expect }) => {
    const capture = await probeRaw(
      (socket) => socket.write(Buffer.concat([Buffer.from(chunkedHead), httpChunk('a')])),
      {
        deadlines: { ...patient, idle: 30 },
      },
    );
    expect(capture).toMatchObject({ ending: 'aborted', deadline: 'idle' });
    expect(texts(capture)).toEqual(['a']);
  });

  test('idle counts from the last chunk and not from the first', async ({ expect }) => {
    const capture = await probeRaw(
      async (socket) => {
        socket.write(chunkedHead);
        for (const text of ['a', 'b', 'c', 'd', 'e', 'f']) {
          await systemClock.sleep(20);
          socket.write(httpChunk(text));
        }
        socket.write(lastChunk);
      },
      { deadlines: { ...patient, idle: 90 } },
    );
    expect(capture.ending).toBe('clean');
    expect(capture.endedAtMs).toBeGreaterThan(90);
  });

  test('case ends a stream that never stops', async ({ expect }) => {
    let timer: NodeJS.Timeout | undefined;
    const capture = await probeRaw(
      (socket) => {
        socket.write(chunkedHead);
        timer = setInterval(() => socket.write(httpChunk('a')), 5);
        socket.once('close', () => clearInterval(timer));
      },
      { deadlines: { ...patient, case: 60 } },
    );
    clearInterval(timer);
    expect(capture).toMatchObject({ ending: 'aborted', deadline: 'case' });
    expect(capture.chunks.length).toBeGreaterThan(0);
  });

  test('afterUpstreamEnd counts from the end of the upstream', async ({ expect }) => {
    let upstreamEnded: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      upstreamEnded = resolve;
    });
    systemClock.after(40, upstreamEnded);
    const capture = await probeRaw((socket) => socket.write(chunkedHead), {
      deadlines: { ...patient, afterUpstreamEnd: 30 },
      upstreamEnded: ended,
    });
    expect(capture).toMatchObject({ ending: 'aborted', deadline: 'afterUpstreamEnd' });
    expect(capture.endedAtMs).toBeGreaterThanOrEqual(69);
  });

  test('afterUpstreamEnd counts once more after each attempt of a relay that asks again', async ({ expect }) => {
    let endedAt: number | undefined = systemClock.now();
    const retry = async (): Promise<void> => {
      await systemClock.sleep(15);
      endedAt = undefined;
      await systemClock.sleep(30);
      endedAt = systemClock.now();
    };
    const retried = retry();
    const capture = await probeRaw((socket) => socket.write(chunkedHead), {
      deadlines: { ...patient, afterUpstreamEnd: 30 },
      upstreamEnded: Promise.resolve(),
      upstreamEndedAt: () => endedAt,
    });
    const returnedAt = systemClock.now();
    await retried;
    expect(capture).toMatchObject({ ending: 'aborted', deadline: 'afterUpstreamEnd' });
    // Timers may fire a millisecond early.
    expect(returnedAt - (endedAt ?? returnedAt)).toBeGreaterThanOrEqual(28);
  });

  test('afterUpstreamEnd counts from a failed upstream too, and is met by an end in time', async ({ expect }) => {
    const capture = await probeRaw(
      async (socket) => {
        await systemClock.sleep(10);
        socket.end(`${chunkedHead}${lastChunk}`);
      },
      { deadlines: { ...patient, afterUpstreamEnd: 500 }, upstreamEnded: Promise.reject(new Error('no script')) },
    );
    expect(capture.ending).toBe('clean');
  });
});

test('a pause of our own process does not count against a relay that wrote in time', async () => {
  const capture = await probeRaw(
    async (socket) => {
      socket.write(chunkedHead);
      await systemClock.sleep(10);
      // Of all the phases of the event loop, timers come next after this one.
      await new Promise((resolve) => setImmediate(resolve));
      socket.write(Buffer.concat([httpChunk('a'), Buffer.from(lastChunk)]));
      const until = systemClock.now() + 100;
      while (systemClock.now() < until) {
        // What was written lies in the kernel, and the deadline's timer is due before anything can read it.
      }
    },
    { deadlines: { ...patient, idle: 50 } },
  );
  expect(capture.ending).toBe('clean');
  expect(texts(capture)).toEqual(['a']);
});

test('a deadline waits longer by as much as our own process was late meanwhile', async () => {
  const endOf = async (delayed: () => number): Promise<number> => {
    const capture = await probeRaw(() => undefined, { deadlines: { ...patient, firstByte: 20 }, delayed });
    expect(capture).toMatchObject({ ending: 'aborted', deadline: 'firstByte' });
    return capture.endedAtMs;
  };
  const startedAt = systemClock.now();
  const growing = (): number => (systemClock.now() - startedAt < 60 ? 500 : 530);
  // What was late before the request is nothing to it.
  expect(await endOf(() => 500)).toBeLessThan(45);
  await systemClock.sleep(50 - (systemClock.now() - startedAt));
  expect(await endOf(growing)).toBeGreaterThanOrEqual(49);
});

test('a relay that does not take the connection is ended by the connect deadline', async () => {
  const { port, stop } = await listenWithoutAccepting();
  // Linux completes handshakes until the backlog is full and then leaves further ones unanswered.
  const others = Array.from({ length: 4 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  const capture = await sendProbe({
    url: `http://127.0.0.1:${port}/`,
    headers: {},
    body: {},
    deadlines: { ...patient, connect: 30 },
    clock: systemClock,
  });
  for (const other of others) {
    other.destroy();
  }
  await stop();
  expect(capture).toMatchObject({ ending: 'aborted', deadline: 'connect', chunks: [] });
});

/** A thread that listens and then sleeps, so that nobody takes connections from its queue. */
async function listenWithoutAccepting() {
  const wake = new Int32Array(new SharedArrayBuffer(4));
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    const server = require('node:net').createServer();
    server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(workerData, 0, 0);
      process.exit();
    });`;
  const worker = new Worker(code, { eval: true, workerData: wake });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const stop = async (): Promise<void> => {
    Atomics.store(wake, 0, 1);
    Atomics.notify(wake, 0);
    await worker.terminate();
  };
  return { port, stop };
}
