import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { WireLimits } from '../../src/core/frame.ts';
import { createBodyDecoder } from '../../src/wire/body-decoder.ts';
import type { FrameDecoder } from '../../src/wire/frame-decoder.ts';
import { createJsonArrayDecoder } from '../../src/wire/json-array-decoder.ts';
import { createNdjsonDecoder } from '../../src/wire/ndjson-decoder.ts';
import { createSseDecoder } from '../../src/wire/sse-decoder.ts';
import { type CorpusRow, corpusBytes, corpusFolder, everyCorpusRow } from '../support/corpus/corpus.ts';
import {
  chunksOf,
  decodeChunks,
  singleByteChunks,
  tilingFault,
  withoutChunking,
} from '../support/streams/decode-chunks.ts';
import { chunked, eventStreamSoup, eventStreams, jsonTexts } from '../support/streams/sse-arbitraries.ts';

const encoder = new TextEncoder();

const separated = (separators: readonly string[]): fc.Arbitrary<Uint8Array> =>
  fc
    .tuple(
      fc.array(fc.tuple(jsonTexts, fc.constantFrom(...separators)), { maxLength: 6 }),
      fc.constantFrom('', '[', '[\r\n', ' ', '\ufeff['),
      fc.constantFrom('', ']', ']\n', ' ] x', ',', '\n'),
    )
    .map(([items, before, after]) => encoder.encode(before + items.flat().join('') + after));

interface Subject {
  readonly name: string;
  readonly create: (limits?: WireLimits) => FrameDecoder;
  readonly inputs: fc.Arbitrary<Uint8Array>;
}

const randomBytes = fc.uint8Array({ maxLength: 200 });

const subjects: readonly Subject[] = [
  { name: 'sse', create: createSseDecoder, inputs: fc.oneof(eventStreams, eventStreamSoup, randomBytes) },
  {
    name: 'json array',
    create: createJsonArrayDecoder,
    inputs: fc.oneof(separated([',', ',\r\n', ' , ']), separated([',', ' ']), eventStreamSoup, randomBytes),
  },
  { name: 'ndjson', create: createNdjsonDecoder, inputs: fc.oneof(separated(['\n', '\r\n', '\n\n']), randomBytes) },
  { name: 'body', create: createBodyDecoder, inputs: fc.oneof(separated(['\n']), randomBytes) },
];

const limits: fc.Arbitrary<WireLimits> = fc.record({
  frameBytes: fc.integer({ min: 1, max: 60 }),
  streamBytes: fc.integer({ min: 1, max: 120 }),
});

describe.each(subjects)('$name decoder', ({ create, inputs }) => {
  test('gives the same for every way to cut the bytes, single bytes included', () => {
    fc.assert(
      fc.property(chunked(inputs), ({ bytes, chunks }) => {
        const whole = withoutChunking(decodeChunks(create(), chunksOf(bytes)));
        expect(withoutChunking(decodeChunks(create(), chunks))).toEqual(whole);
        expect(withoutChunking(decodeChunks(create(), singleByteChunks(bytes)))).toEqual(whole);
      }),
      { numRuns: 400 },
    );
  });

  test('applies limits at the same byte for every way to cut the bytes', () => {
    fc.assert(
      fc.property(chunked(inputs), limits, ({ bytes, chunks }, limit) => {
        const whole = withoutChunking(decodeChunks(create(limit), chunksOf(bytes)));
        expect(withoutChunking(decodeChunks(create(limit), chunks))).toEqual(whole);
        expect(withoutChunking(decodeChunks(create(limit), singleByteChunks(bytes)))).toEqual(whole);
      }),
      { numRuns: 400 },
    );
  });

  test('tiles the input with the spans of whole frames and the residual, even with limits', () => {
    fc.assert(
      fc.property(chunked(inputs), fc.option(limits, { nil: undefined }), ({ bytes, chunks }, limit) => {
        const decoded = decodeChunks(create(limit), chunks);
        expect(tilingFault(decoded)).toBeUndefined();
        expect(decoded.end.counters.bytes).toBe(bytes.length);
        expect(decoded.end.counters.chunks).toBe(chunks.length);
        expect(decoded.frames.map((frame) => frame.index)).toEqual(decoded.frames.map((_, index) => index));
      }),
      { numRuns: 400 },
    );
  });

  test('returns an unterminated frame only as the last one, with an issue, and with the residual as its span', () => {
    fc.assert(
      fc.property(chunked(inputs), ({ chunks }) => {
        const { fed, end } = decodeChunks(create(), chunks);
        expect(fed.every((frame) => frame.terminated)).toBe(true);
        expect(end.frames.length).toBeLessThanOrEqual(1);
        const cut = end.frames.find((frame) => !frame.terminated);
        if (cut) {
          expect(cut.span).toEqual(end.residual);
          expect(end.issues.map((issue) => issue.kind)).toContain('unterminated');
        }
        if (end.residual) {
          expect(end.issues.some(({ kind }) => kind === 'unterminated' || kind === 'foreign-bytes')).toBe(true);
        }
      }),
    );
  });

  test('stamps each frame with the time of the chunk that holds its last byte', () => {
    fc.assert(
      fc.property(chunked(inputs), ({ chunks }) => {
        const times = chunks.flatMap(({ atMs, bytes }) => Array.from(bytes, () => atMs));
        for (const frame of decodeChunks(create(), chunks).frames) {
          // A bare number of a JSON array is known to be whole one byte later.
          expect([times[frame.span[1] - 1], times[frame.span[1]]]).toContain(frame.atMs);
        }
      }),
    );
  });

  test('puts every issue inside the input, in order', () => {
    fc.assert(
      fc.property(inputs, (bytes) => {
        const { issues, counters } = decodeChunks(create(), chunksOf(bytes)).end;
        const outside = issues.filter(({ position }) => position < 0 || position > bytes.length);
        expect(outside).toEqual([]);
        expect(counters.errors).toBe(issues.length);
      }),
    );
  });
});

function decoderFor(row: CorpusRow): FrameDecoder {
  switch (row.framing) {
    case 'json':
      return createBodyDecoder();
    case 'json-array':
      return createJsonArrayDecoder();
    case 'ndjson':
      return createNdjsonDecoder();
    default:
      return createSseDecoder();
  }
}

describe.skipIf(corpusFolder() === undefined)('recorded streams', () => {
  test('decode equally in chunks of 7 and 1,000 bytes, and of 1 where they are small, and their spans tile', () => {
    const rows = everyCorpusRow().filter((row) => row.stream);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      const bytes = corpusBytes(row);
      const whole = decodeChunks(decoderFor(row), chunksOf(bytes));
      expect(tilingFault(whole), row.file).toBeUndefined();
      const expected = withoutChunking(whole);
      for (const size of bytes.length <= 32_000 ? [1, 7, 1000] : [7, 1000]) {
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => ({
          atMs: index,
          bytes: bytes.subarray(index * size, (index + 1) * size),
        }));
        expect(withoutChunking(decodeChunks(decoderFor(row), chunks)), row.file).toEqual(expected);
      }
    }
  });
});
