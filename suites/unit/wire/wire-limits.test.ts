import { describe, expect, test } from 'vitest';
import type { WireLimits } from '../../../src/core/frame.ts';
import { createBodyDecoder } from '../../../src/wire/body-decoder.ts';
import { createJsonArrayDecoder } from '../../../src/wire/json-array-decoder.ts';
import { createNdjsonDecoder } from '../../../src/wire/ndjson-decoder.ts';
import { createSseDecoder } from '../../../src/wire/sse-decoder.ts';
import { chunksOf, decodeChunks, tilingFault } from '../../support/streams/decode-chunks.ts';

const limits = (some: Partial<WireLimits>): WireLimits => ({ frameBytes: 1000, streamBytes: 1000, ...some });

describe('frame limit', () => {
  test('a frame of just that size passes', () => {
    const { frames, end } = decodeChunks(createSseDecoder(limits({ frameBytes: 9 })), chunksOf('data: a\n\n'));
    expect(frames).toHaveLength(1);
    expect(end.limitExceeded).toBe(false);
  });

  test('a larger one ends the stream: its frame and all that follows become the residual', () => {
    const decoder = createSseDecoder(limits({ frameBytes: 9 }));
    const decoded = decodeChunks(decoder, chunksOf('data: a\n\n', 'data: bc\n\n', 'data: d\n\n'));
    expect(decoded.frames).toMatchObject([{ data: 'a' }]);
    expect(decoded.end).toMatchObject({
      limitExceeded: true,
      residual: [9, 28],
      issues: [{ kind: 'limit-exceeded', position: 18 }],
      counters: { bytes: 28, chunks: 3, events: 1, residualBytes: 19, errors: 1 },
    });
    expect(tilingFault(decoded)).toBeUndefined();
  });

  test('does not wait for the end of a frame that never ends', () => {
    const decoder = createSseDecoder(limits({ frameBytes: 20 }));
    decoder.feed({ atMs: 0, bytes: Buffer.from(`data: ${'x'.repeat(30)}`) });
    expect(decoder.feed({ atMs: 1, bytes: Buffer.from('\n\ndata: b\n\n') })).toEqual([]);
    expect(decoder.end()).toMatchObject({ limitExceeded: true, frames: [], issues: [{ position: 20 }] });
  });

  test('says nothing about the inside of the frame that was too large', () => {
    const decoder = createSseDecoder(limits({ frameBytes: 20 }));
    const { end } = decodeChunks(decoder, chunksOf('foo: a\n\nbar: b\ndata: xxxxxxxxxxxxxxxxxxx\n\n'));
    expect(end.issues).toEqual([
      { kind: 'unknown-field', position: 0, frame: 0 },
      { kind: 'limit-exceeded', position: 28 },
    ]);
  });
});

describe('stream limit', () => {
  test('a stream of just that size passes', () => {
    const { end } = decodeChunks(createSseDecoder(limits({ streamBytes: 9 })), chunksOf('data: a\n\n'));
    expect(end).toMatchObject({ limitExceeded: false, issues: [] });
  });

  test('what lies before it is read to the last byte, what follows is only counted', () => {
    const decoder = createSseDecoder(limits({ streamBytes: 18 }));
    const decoded = decodeChunks(decoder, chunksOf('data: a\n\nda', 'ta: b\n\ndata: c\n\n', 'data: d\n\n'));
    expect(decoded.frames.map((frame) => frame.data)).toEqual(['a', 'b']);
    expect(decoded.end).toMatchObject({
      limitExceeded: true,
      residual: [18, 36],
      issues: [{ kind: 'limit-exceeded', position: 18 }],
      counters: { bytes: 36, chunks: 3, residualBytes: 18 },
    });
  });
});

describe.each([
  { name: 'JSON array', create: createJsonArrayDecoder, bytes: '[{"a":1},{"b":"xxxxxxxxxx"}]', kept: 1 },
  { name: 'NDJSON', create: createNdjsonDecoder, bytes: '{"a":1}\n{"b":"xxxxxxxxxx"}\n', kept: 1 },
  { name: 'body', create: createBodyDecoder, bytes: '{"b":"xxxxxxxxxx"}', kept: 0 },
])('$name decoder', ({ create, bytes, kept }) => {
  test.each([
    ['frame', { frameBytes: 10 }],
    ['stream', { streamBytes: 12 }],
  ])('keeps the %s limit', (_, some) => {
    const decoded = decodeChunks(create(limits(some)), chunksOf(bytes, bytes));
    expect(decoded.frames).toHaveLength(kept);
    expect(decoded.end.limitExceeded).toBe(true);
    expect(decoded.end.issues.map((issue) => issue.kind)).toEqual(['limit-exceeded']);
    expect(decoded.end.counters.bytes).toBe(2 * bytes.length);
    expect(tilingFault(decoded)).toBeUndefined();
  });
});
