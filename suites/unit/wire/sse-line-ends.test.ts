import { describe, expect, test } from 'vitest';
import { createSseDecoder } from '../../../src/wire/sse-decoder.ts';
import { type Bytes, chunksOf, decodeChunks, tilingFault } from '../../support/streams/decode-chunks.ts';

const decode = (...parts: Bytes[]) => decodeChunks(createSseDecoder(), chunksOf(...parts));
const dataOf = (...parts: Bytes[]) => decode(...parts).frames.map((frame) => frame.data);

describe('line ends', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('%s ends lines and blocks', (_, lineEnd) => {
    expect(dataOf(['data: one', 'data: two', '', 'data: three', '', ''].join(lineEnd))).toEqual(['one\ntwo', 'three']);
  });

  test('all kinds may be mixed in one block', () => {
    expect(dataOf('data: one\rdata: two\r\ndata: three\n\r\n')).toEqual(['one\ntwo\nthree']);
  });

  test('an LF before a CR ends two lines', () => {
    expect(dataOf('data: one\n\rdata: two\n\n')).toEqual(['one', 'two']);
  });

  test('a CRLF cut between chunks is one line end', () => {
    const decoded = decode('data: one\r', '\ndata: two\r', '\n\r', '\n');
    expect(decoded.frames).toMatchObject([{ data: 'one\ntwo', span: [0, 24], terminated: true }]);
  });

  test('a CR at the end of a chunk is held until the next byte says what it is', () => {
    const decoder = createSseDecoder();
    expect(decoder.feed({ atMs: 1, bytes: Buffer.from('data: one\n\r') })).toEqual([]);
    expect(decoder.feed({ atMs: 2, bytes: Buffer.from('\n') })).toMatchObject([{ span: [0, 12], atMs: 2 }]);
  });

  test('a held CR that stood alone completes its frame at the time it came', () => {
    const decoder = createSseDecoder();
    expect(decoder.feed({ atMs: 1, bytes: Buffer.from('data: one\n\r') })).toEqual([]);
    expect(decoder.feed({ atMs: 2, bytes: Buffer.from('d') })).toMatchObject([{ span: [0, 11], atMs: 1 }]);
  });

  test('an empty chunk between CR and LF changes nothing', () => {
    expect(decode('data: one\r', '', '\n\r', '', '\n').frames).toMatchObject([{ span: [0, 13] }]);
  });

  test('other Unicode line ends are part of the line', () => {
    expect(dataOf('data: a\u2028b\u2029c\u0085d\u000be\n\n')).toEqual(['a\u2028b\u2029c\u0085d\u000be']);
  });

  test('a CR inside a multi-byte stream ends a line too', () => {
    const decoded = decode('data: 漢\rdata: 字\r\r');
    expect(decoded.frames).toMatchObject([{ data: '漢\n字' }]);
    expect(tilingFault(decoded)).toBeUndefined();
  });

  test('a long run of lines with one kind of line end does not search the others again and again', {
    timeout: 5000,
  }, () => {
    for (const lineEnd of ['\n', '\r', '\r\n']) {
      const lines = `data: x${lineEnd}`.repeat(300_000) + lineEnd;
      expect(decode(lines, ':').frames[0]?.data.length).toBe(600_000 - 1);
    }
  });

  test('a line that comes in very many chunks is put together once', { timeout: 5000 }, () => {
    const decoder = createSseDecoder();
    const piece = Buffer.from('xyz');
    decoder.feed({ atMs: 0, bytes: Buffer.from('data:') });
    for (let count = 0; count < 400_000; count += 1) {
      decoder.feed({ atMs: count, bytes: piece });
    }
    expect(decoder.feed({ atMs: 0, bytes: Buffer.from('\n\n') })[0]?.data.length).toBe(1_200_000);
  });
});
