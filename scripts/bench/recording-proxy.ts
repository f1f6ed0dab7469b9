import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { startFinishThread } from '../../src/cli/finish-thread.ts';
import { systemClock } from '../../src/core/clock.ts';
import { startRecordingProxy } from '../../src/recorder/proxy.ts';
import { createRecorder } from '../../src/recorder/recorder.ts';
import type { ProxyLoad } from './recording-proxy-load.ts';

/** How much later chunks come through the recording proxy, in ms, and how its memory grew. */
export interface RecordingProxyBench {
  readonly addedP99: number;
  readonly addedMedian: number;
  readonly directP99: number;
  readonly proxiedP99: number;
  /** Microseconds of CPU that the proxy's own thread takes per chunk, independent of what else the machine does. */
  readonly cpuPerChunk: number;
  /**
   * p99 of the milliseconds of CPU for which the proxy's thread is busy without a break, which it alone can add to a
   * chunk.
   */
  readonly busyP99: number;
  readonly chunks: number;
  readonly recordings: number;
  /** Megabytes in use after the first and after the last round, after a garbage collection. */
  readonly firstMegabytes: number;
  readonly lastMegabytes: number;
}

const atOnce = 100;
const streams = 300;
const chunksPerStream = 40;
const intervalMs = 40;
const rounds = 3;

/**
 * 100 streams at once, with 40 ms between the chunks of each; when one ends, the next begins. Runs without a proxy, and
 * through the recording proxy, which writes every stream to disk meanwhile. Provider and clients have their own
 * threads.
 */
export async function benchRecordingProxy(): Promise<RecordingProxyBench> {
  const provider = start({ role: 'provider', chunks: chunksPerStream, intervalMs });
  const direct = `http://127.0.0.1:${await message<number>(provider)}`;
  const folder = mkdtempSync(join(tmpdir(), 'relaycert-bench-'));
  let recordings = 0;
  const thread = startFinishThread();
  const proxy = await startRecordingProxy({
    recorder: createRecorder({ folder, clock: systemClock, secrets: [], finish: thread.finish }),
    clock: systemClock,
    port: 0,
    to: direct,
    provenance: 'captured',
    onExchange: ({ result }) => {
      recordings += 'saved' in result ? 1 : 0;
    },
    onPassed: () => undefined,
  });
  const pairs: { readonly direct: readonly number[]; readonly proxied: readonly number[] }[] = [];
  const memory: number[] = [];
  const busy: number[] = [];
  let cpu = 0;
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const before = { direct: await lateness(direct), cpu: process.threadCpuUsage() };
    const stretches = watchStretches();
    const pair = { direct: before.direct, proxied: await lateness(proxy.url) };
    busy.push(quantile(stretches.end(), 0.99));
    const { user, system } = process.threadCpuUsage(before.cpu);
    // What waits for the disk is not a leak.
    while (recordings < (round + 1) * streams) {
      await systemClock.sleep(50);
    }
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    memory.push((heapUsed + external) / 1e6);
    if (round > 0) {
      pairs.push(pair);
      cpu += user + system;
    }
  }
  await proxy.close();
  await thread.close();
  await provider.terminate();
  rmSync(folder, { recursive: true, force: true });
  const median = (values: readonly number[]): number => quantile(values, 0.5);
  const chunks = pairs.reduce((sum, { proxied }) => sum + proxied.length, 0);
  return {
    addedP99: median(pairs.map((pair) => quantile(pair.proxied, 0.99) - quantile(pair.direct, 0.99))),
    addedMedian: median(pairs.map((pair) => quantile(pair.proxied, 0.5) - quantile(pair.direct, 0.5))),
    directP99: median(pairs.map((pair) => quantile(pair.direct, 0.99))),
    proxiedP99: median(pairs.map((pair) => quantile(pair.proxied, 0.99))),
    cpuPerChunk: cpu / chunks,
    busyP99: median(busy.slice(1)),
    chunks,
    recordings,
    firstMegabytes: memory[1] ?? Number.NaN,
    lastMegabytes: memory.at(-1) ?? Number.NaN,
  };
}

/** CPU time of this thread between two turns of a timer, in ms. It does not include waiting for a processor. */
function watchStretches(): { readonly end: () => readonly number[] } {
  const stretches: number[] = [];
  let last = process.threadCpuUsage();
  let cancel: () => void = () => undefined;
  const tick = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    stretches.push((user + system) / 1_000);
    cancel = systemClock.after(1, tick);
  };
  tick();
  return {
    end: () => {
      cancel();
      return stretches.slice(1);
    },
  };
}

// Node.js exposes its garbage collector only through a flag at the start, or like this.
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}

async function lateness(url: string): Promise<readonly number[]> {
  const clients = start({ role: 'clients', url, atOnce, streams });
  const late = await message<readonly number[]>(clients);
  await clients.terminate();
  return late;
}

function start(load: ProxyLoad): Worker {
  return new Worker(new URL('./recording-proxy-load.ts', import.meta.url), { workerData: load });
}

function message<Value>(worker: Worker): Promise<Value> {
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}

if (import.meta.main) {
  const bench = await benchRecordingProxy();
  console.log(
    Object.entries(bench)
      .map(([name, value]) => `${name} ${value.toFixed(2)}`)
      .join(' · '),
  );
}
