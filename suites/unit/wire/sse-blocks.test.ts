import { describe, expect, test } from 'vitest';
import { createSseDecoder } from '../../../src/wire/sse-decoder.ts';
import { type Bytes, chunksOf, decodeChunks, tilingFault } from '../../support/streams/decode-chunks.ts';

const decode = (...parts: Bytes[]) => decodeChunks(createSseDecoder(), chunksOf(...parts));

describe('comments', () => {
  test('are kept with the block they stand in, without colon and one space', () => {
    const { frames } = decode(': one\n:two\n:  three\n:\ndata: x\n: four\n\n');
    expect(frames).toMatchObject([{ data: 'x', comments: ['one', 'two', ' three', '', 'four'] }]);
  });

  test('a block of comments alone is a frame that dispatches nothing', () => {
    const { frames, end } = decode(': ping\n\ndata: x\n\n');
    expect(frames).toMatchObject([
      { index: 0, comments: ['ping'], hasData: false, data: '', span: [0, 8], terminated: true },
      { index: 1, comments: [], hasData: true, data: 'x', span: [8, 17] },
    ]);
    expect(end.counters).toMatchObject({ events: 1, comments: 1, errors: 0 });
  });

  test('a comment that looks like a field is a comment', () => {
    expect(decode(':data: x\n\n').frames).toMatchObject([{ comments: ['data: x'], hasData: false }]);
  });
});

describe('spans', () => {
  test('run from one blank line to the next', () => {
    const { frames } = decode('data: a\n\nevent: b\ndata: c\n\n');
    expect(frames.map((frame) => frame.span)).toEqual([
      [0, 9],
      [9, 27],
    ]);
  });

  test('count bytes, not characters', () => {
    expect(decode('data: 漢字😀\n\ndata: x\n\n').frames.map((frame) => frame.span)).toEqual([
      [0, 18],
      [18, 27],
    ]);
  });

  test('take blank lines before a block along', () => {
    const decoded = decode('\n\r\n\ndata: a\n\n\n\ndata: b\n\n');
    expect(decoded.frames.map((frame) => frame.span)).toEqual([
      [0, 13],
      [13, 24],
    ]);
    expect(tilingFault(decoded)).toBeUndefined();
  });

  test('start over the byte order mark', () => {
    expect(decode('\ufeffdata: a\n\n').frames).toMatchObject([{ data: 'a', span: [0, 12] }]);
  });

  test('include blocks that dispatch nothing', () => {
    const decoded = decode('event: a\n\nid: 1\n\nretry: 5\n\n: c\n\n');
    expect(decoded.frames).toHaveLength(4);
    expect(decoded.frames.some((frame) => frame.hasData)).toBe(false);
    expect(tilingFault(decoded)).toBeUndefined();
  });
});

describe('times and counters', () => {
  test('a frame has the time of the chunk that completed it', () => {
    const { frames } = decode('data: a\n', '\ndata: b', '\n\ndata: c\n\n');
    expect(frames.map((frame) => frame.atMs)).toEqual([10, 20, 20]);
  });

  test('chunks that give no frame give an empty list, and bytes and chunks add up', () => {
    const { end } = decode('data: a', '', '\n', '\n: c\n\n');
    expect(end.counters).toEqual({ bytes: 14, chunks: 4, events: 1, comments: 1, residualBytes: 0, errors: 0 });
  });

  test('nothing at all is a clean end', () => {
    expect(decode().end).toEqual({
      frames: [],
      issues: [],
      counters: { bytes: 0, chunks: 0, events: 0, comments: 0, residualBytes: 0, errors: 0 },
      limitExceeded: false,
    });
  });

  test('after the end, chunks are ignored and the end stays the same', () => {
    const decoder = createSseDecoder();
    decoder.feed({ atMs: 0, bytes: Buffer.from('data: a\n\ndata') });
    const end = decoder.end();
    expect(decoder.feed({ atMs: 1, bytes: Buffer.from(': b\n\n') })).toEqual([]);
    expect(decoder.end()).toBe(end);
    expect(end.counters.bytes).toBe(13);
  });

  test('reads a view into a larger buffer', () => {
    const whole = new TextEncoder().encode('xxdata: é\n\nxx');
    expect(decode(whole.subarray(2, 12)).frames).toMatchObject([{ data: 'é', span: [0, 10] }]);
    const decoder = createSseDecoder();
    expect(decoder.feed({ atMs: 0, bytes: whole.subarray(2, 12) })).toMatchObject([{ data: 'é' }]);
  });
});
