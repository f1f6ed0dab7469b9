import { describe, expect, it } from 'vitest';
import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import { type Capture, type Chunk, joinChunks } from '../../src/core/exchange.ts';
import { createRandom } from '../../src/core/random.ts';
import type { Mode } from '../../src/core/route.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { corpusFolder, corpusRows } from '../support/corpus/corpus.ts';
import { corpusDialects, speaks } from '../support/corpus/dialects.ts';
import { singleByteChunks } from '../support/streams/decode-chunks.ts';
import { corpusCapture, ownRecordings, recordedCapture } from '../support/streams/law-streams.ts';

/** Everything that a reading says, except times and the number of chunks. */
function substance(dialect: DialectId, mode: Mode, capture: Capture): object {
  const { frames, events, issues, outcome } = readCapture(dialect, mode, capture);
  const { counters, ...said } = outcome;
  return {
    frames: frames.map(({ atMs: _, ...frame }) => frame),
    events,
    issues,
    outcome: { ...said, counters: { ...counters, wire: { ...counters.wire, chunks: 0 } } },
  };
}

/** Cuts at random places, even inside characters and line ends. `largest` is the maximum size of a chunk in bytes. */
function randomChunks(bytes: Uint8Array, seed: string, largest: number): readonly Chunk[] {
  const random = createRandom(seed);
  const chunks: Chunk[] = [];
  for (let from = 0; from < bytes.length; ) {
    const to = Math.min(bytes.length, from + 1 + random.integer(largest));
    chunks.push({ atMs: chunks.length, bytes: bytes.subarray(from, to) });
    from = to;
  }
  return chunks;
}

function expectSameHoweverCut(name: string, dialect: DialectId, mode: Mode, capture: Capture, seeds: number): void {
  const bytes = joinChunks(capture.chunks);
  const expected = substance(dialect, mode, { ...capture, chunks: [{ atMs: 0, bytes }] });
  const ways: readonly (readonly [way: string, chunks: readonly Chunk[]])[] = [
    ['as recorded', capture.chunks],
    ['single bytes', singleByteChunks(bytes)],
    ...Array.from({ length: seeds }, (_, seed): [string, readonly Chunk[]] => {
      const largest = [3, 17, 400][seed % 3] ?? 3;
      return [`seed ${seed}, up to ${largest} bytes`, randomChunks(bytes, `${name} ${seed}`, largest)];
    }),
  ];
  for (const [way, chunks] of ways) {
    expect(substance(dialect, mode, { ...capture, chunks }), `${name}: ${way}`).toEqual(expected);
  }
}

describe('however its bytes are cut into chunks', () => {
  it.each(ownRecordings)('$dialect/$name reads the same', (recording) => {
    const { name, dialect, mode } = recording;
    expectSameHoweverCut(name, dialect, mode, recordedCapture(recording), 6);
  });

  it.each(ownRecordings.filter(({ name }) => name === 'unicode-text' || name === 'parallel-tools'))(
    '$dialect/$name reads the same when it breaks off or is damaged',
    (recording) => {
      const { name, dialect, mode } = recording;
      const capture = recordedCapture(recording);
      const bytes = joinChunks(capture.chunks);
      for (let seed = 0; seed < 25; seed += 1) {
        const random = createRandom(`damage ${name} ${seed}`);
        const damaged = bytes.slice(0, 1 + random.integer(bytes.length));
        for (let hits = random.integer(6); hits > 0; hits -= 1) {
          damaged[random.integer(damaged.length)] = random.pick([0x0a, 0x0d, 0x22, 0x3a, 0x80, 0xc3, 0xff]);
        }
        const ending = random.pick(['clean', 'fin', 'rst', 'aborted'] as const);
        const broken = { ...capture, ending, chunks: [{ atMs: 0, bytes: damaged }] };
        expectSameHoweverCut(`${name}, damage ${seed}`, dialect, mode, broken, 3);
      }
    },
  );

  describe.skipIf(corpusFolder() === undefined).each(corpusDialects)(
    'and, with ../shared/corpus,',
    (dialect, { fewest }) => {
      const rows = corpusRows().filter((row) => speaks(row, dialect));

      it(`recorded ${dialect} traffic reads the same`, () => {
        const sampled = rows.filter((_, index) => rows.length < 100 || index % 7 === 0);
        for (const row of sampled) {
          expectSameHoweverCut(row.file, dialect, row.stream ? 'stream' : 'body', corpusCapture(row), 3);
        }
        expect(sampled.length).toBeGreaterThanOrEqual(Math.min(20, fewest.streams + fewest.bodies));
        console.info(`${dialect}: ${sampled.length} of ${rows.length} recorded bodies and streams cut five ways`);
      });
    },
  );
});
