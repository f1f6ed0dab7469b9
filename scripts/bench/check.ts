import { createParser } from 'eventsource-parser';
import { systemClock } from '../../src/core/clock.ts';
import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import type { Chunk } from '../../src/core/exchange.ts';
import { parseJson } from '../../src/core/json.ts';
import { dialects } from '../../src/dialects/registry.generated.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { createFrameWriter } from '../../src/wire/frame-writer.ts';

/** Megabytes per second of both, each the median of its rounds, and the ratio of the two. */
export interface CheckBench {
  readonly dialect: DialectId;
  readonly megabytes: number;
  readonly ratio: number;
  readonly fullPerSecond: number;
  readonly parsePerSecond: number;
}

const rounds = 7;
const chunkBytes = 16 * 1024;
/** A long answer: recorded streams of providers have 40 events on average, and 400 make a page of text. */
const deltas = 400;
/** Streams per round, enough to make a round long enough to time. */
const streams = 40;

/** A long text answer as the dialect's own encoder writes it, cut into network-sized chunks. */
function longStream(dialect: DialectId): readonly Chunk[] {
  const encoder = dialects[dialect].createEncoder({
    id: 'msg_bench',
    model: 'bench-model',
    created: 1,
    includeUsage: true,
  });
  const at = { choice: 0, part: 0 };
  const events = [
    { kind: 'response.started', id: 'msg_bench', model: 'bench-model' },
    { kind: 'content.started', at, part: 'text' },
    ...Array.from(
      { length: deltas },
      (_, index) => ({ kind: 'content.delta', at, text: ` word number ${index}, "quoted" and plain` }) as const,
    ),
    { kind: 'content.completed', at },
    { kind: 'usage.reported', usage: { input: 10, output: deltas, total: deltas + 10 } },
    { kind: 'finish.reported', choice: 0, finish: 'stop', raw: 'stop' },
    { kind: 'response.completed' },
  ] as const;
  const writer = createFrameWriter(dialects[dialect].streams[0].style);
  const bytes = Buffer.concat([...events.flatMap((event) => encoder.push(event).map(writer.write)), writer.end()]);
  return Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) => ({
    atMs: 0,
    bytes: bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  }));
}

/**
 * The full check (frames, schema, grammar, outcome) against eventsource-parser, or a split at line ends where each line is
 * an event, and JSON.parse over the same bytes.
 * Drift is left out, because it is a separate report.
 */
export function benchCheck(dialect: DialectId): CheckBench {
  const chunks = longStream(dialect);
  const bytes = streams * chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
  const full: number[] = [];
  const parse: number[] = [];
  // The first rounds warm up the compiler and are not counted.
  for (let round = -20; round < rounds; round += 1) {
    const fullMs = timed(() => checkFully(dialect, chunks));
    const parseMs = timed(() => parseOnly(dialect, chunks));
    if (round >= 0) {
      full.push(fullMs);
      parse.push(parseMs);
    }
  }
  const [fullMs, parseMs] = [median(full), median(parse)];
  const megabytes = bytes / 1_000_000;
  return {
    dialect,
    megabytes,
    ratio: parseMs / fullMs,
    fullPerSecond: megabytes / (fullMs / 1000),
    parsePerSecond: megabytes / (parseMs / 1000),
  };
}

function checkFully(dialect: DialectId, chunks: readonly Chunk[]): void {
  const head = { status: 200, headers: Object.entries(dialects[dialect].streams[0].headers) };
  const { outcome } = readCapture(dialect, 'stream', { head, chunks, ending: 'clean', endedAtMs: 0 }, { drift: false });
  if (outcome.integrity !== 'complete') {
    throw new Error(`the bench stream of ${dialect} is ${outcome.integrity}, so there is nothing to measure`);
  }
}

function parseOnly(dialect: DialectId, chunks: readonly Chunk[]): void {
  let parsed = 0;
  const take = (data: string): void => {
    parsed += parseJson(data).ok ? 1 : 0;
  };
  const decoder = new TextDecoder();
  const { framing } = dialects[dialect].streams[0].style;
  const feed = framing === 'sse' ? createEventFeed(take) : createLineFeed(take);
  for (const { bytes } of chunks) {
    feed(decoder.decode(bytes, { stream: true }));
  }
  if (parsed < deltas) {
    throw new Error(`the yardstick saw fewer events of ${dialect} than were written`);
  }
}

function createEventFeed(take: (data: string) => void): (text: string) => void {
  const parser = createParser({ onEvent: ({ data }) => take(data) });
  return (text) => parser.feed(text);
}

function createLineFeed(take: (data: string) => void): (text: string) => void {
  let rest = '';
  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(take);
  };
}

function timed(work: () => void): number {
  const from = systemClock.now();
  for (let stream = 0; stream < streams; stream += 1) {
    work();
  }
  return systemClock.now() - from;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
