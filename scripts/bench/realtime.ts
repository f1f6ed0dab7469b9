import { systemClock } from '../../src/core/clock.ts';
import type { Capture, Chunk, WireScript } from '../../src/core/exchange.ts';
import { defaultDeadlines } from '../../src/core/exchange.ts';
import { dialects } from '../../src/dialects/registry.generated.ts';
import { sendProbe } from '../../src/probe/probe.ts';
import { atSpeed } from '../../src/upstream/pace.ts';
import { startUpstream } from '../../src/upstream/upstream.ts';

/** How far from their recorded times chunks arrive, in milliseconds. Each figure is the median of its rounds. */
export interface RealtimeBench {
  readonly speed: number;
  readonly chunks: number;
  readonly p50: number;
  readonly p99: number;
  /** The same for timers alone, in the same process at the same moments. It shows how much a busy machine adds. */
  readonly bareP99: number;
}

const rounds = 7;
const streamsAtOnce = 4;
const chunksPerStream = 150;
/** Gaps like those between tokens: 2 to 40 ms, never a whole millisecond. */
const gaps = [20.3, 2.1, 9.7, 39.6, 14.2, 5.5, 25.9];

function recordedStream(): WireScript {
  let atMs = 0;
  const writes = Array.from({ length: chunksPerStream }, (_, index): Chunk => {
    const chunk = { atMs, bytes: Buffer.from(`data: {"index":${index}}\n\n`) };
    atMs += gaps[index % gaps.length] ?? 0;
    return chunk;
  });
  return { head: { status: 200, headers: [['content-type', 'text/event-stream']] }, writes, ending: 'clean' };
}

/**
 * Plays a stream to four clients at once, round after round. It compares when each chunk came, counted from the first,
 * with when it was recorded. Client and upstream share one process, so the figure includes more than the upstream's
 * part.
 *
 * @param speed factor of the recorded speed
 */
export async function benchRealtime(speed: number): Promise<RealtimeBench> {
  const paced = atSpeed(recordedStream(), speed);
  const upstream = await startUpstream({ clock: systemClock, otherwise: () => paced });
  const [ours, bare]: [number[][], number[][]] = [[], []];
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    const clients = Array.from({ length: streamsAtOnce }, () => ask(upstream.url));
    const [captures, late] = await Promise.all([Promise.all(clients), runTimers(paced)]);
    if (round > 0) {
      ours.push(captures.flatMap((capture) => errorsOf(capture, paced)));
      bare.push([...late]);
    }
  }
  await upstream.close();
  return {
    speed,
    chunks: ours.flat().length,
    p50: medianOf(ours, 0.5),
    p99: medianOf(ours, 0.99),
    bareP99: medianOf(bare, 0.99),
  };
}

function errorsOf({ chunks }: Capture, { writes }: WireScript): readonly number[] {
  if (chunks.length !== chunksPerStream) {
    throw new Error(`${chunks.length} chunks came, but ${chunksPerStream} were recorded`);
  }
  const firstMs = chunks[0]?.atMs ?? 0;
  return chunks.map(({ atMs }, index) => Math.abs(atMs - firstMs - (writes[index]?.atMs ?? 0)));
}

/** The median over the rounds of the quantile (`share`) of each round's values. */
function medianOf(perRound: readonly (readonly number[])[], share: number): number {
  return at(
    perRound.map((values) => at(values, share)),
    0.5,
  );
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** How late a timer alone is at each of the script's times. */
async function runTimers({ writes }: WireScript): Promise<readonly number[]> {
  const startedAt = systemClock.now();
  const late: number[] = [];
  for (const { atMs } of writes) {
    await systemClock.sleep(Math.max(0, atMs - (systemClock.now() - startedAt)));
    late.push(Math.abs(systemClock.now() - startedAt - atMs));
  }
  return late;
}

function ask(url: string): Promise<Capture> {
  const { request } = dialects['openai-chat'];
  const body = request.build({
    model: 'bench',
    stream: true,
    turns: [{ role: 'user', text: 'Count.' }],
    tools: [],
    includeUsage: true,
    choices: 1,
  });
  return sendProbe({
    url: url + request.path('bench', 'stream'),
    headers: request.headers('a-key'),
    body,
    deadlines: defaultDeadlines,
    clock: systemClock,
  });
}

if (import.meta.main) {
  for (const speed of [1, 4]) {
    const { chunks, p50, p99, bareP99 } = await benchRealtime(speed);
    const own = `off by ${p50.toFixed(2)} ms p50, ${p99.toFixed(2)} ms p99`;
    process.stdout.write(`speed ${speed}: ${chunks} chunks ${own}; timers alone ${bareP99.toFixed(2)} ms p99\n`);
  }
}
