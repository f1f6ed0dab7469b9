import { describe, expect, test } from 'vitest';
import { createNdjsonDecoder } from '../../../src/wire/ndjson-decoder.ts';
import { type Bytes, chunksOf, decodeChunks, tilingFault } from '../../support/streams/decode-chunks.ts';

const decode = (...parts: Bytes[]) => decodeChunks(createNdjsonDecoder(), chunksOf(...parts));

describe('NDJSON', () => {
  test('each line is a frame, its line end in the span but not in the data', () => {
    expect(decode('{"a":1}\n{"b":', '2}\r\n').fed).toMatchObject([
      { index: 0, data: '{"a":1}', span: [0, 8], atMs: 0, hasData: true, terminated: true },
      { index: 1, data: '{"b":2}', span: [8, 17], atMs: 10 },
    ]);
  });

  test('a CR alone ends no line', () => {
    expect(decode('{"a":1}\r{"b":2}\n').frames.map((frame) => frame.data)).toEqual(['{"a":1}\r{"b":2}']);
  });

  test('blank lines belong to the frame that follows, or close the stream without residual', () => {
    const decoded = decode('\n{"a":1}\n \r\n{"b":2}\n\n');
    expect(decoded.frames.map(({ data, span }) => ({ data, span }))).toEqual([
      { data: '{"a":1}', span: [0, 9] },
      { data: '{"b":2}', span: [9, 20] },
      { data: '', span: [20, 21] },
    ]);
    expect(decoded.end).toMatchObject({ issues: [], counters: { events: 2, residualBytes: 0 } });
    expect(tilingFault(decoded)).toBeUndefined();
  });

  test('a last line of white space needs no line end', () => {
    const decoded = decode('{"a":1}\n \t\r');
    expect(decoded.end.frames).toMatchObject([{ hasData: false, terminated: true, span: [8, 11] }]);
    expect(decoded.end.issues).toEqual([]);
  });

  test('a last line without its line end is unterminated', () => {
    const { end } = decode('{"a":1}\n{"b":2}');
    expect(end.frames).toMatchObject([{ data: '{"b":2}', terminated: false, span: [8, 15] }]);
    expect(end.residual).toEqual([8, 15]);
    expect(end.issues).toEqual([{ kind: 'unterminated', position: 8, frame: 1 }]);
  });

  test('characters may be cut between chunks, invalid ones are reported, a byte order mark is skipped', () => {
    const { frames, end } = decode('\ufeff"', [0xf0, 0x9f], [0x98, 0x80], '"\n"', [0xff], '"\n');
    expect(frames.map((frame) => frame.data)).toEqual(['"😀"', '"\ufffd"']);
    expect(end.issues).toEqual([{ kind: 'invalid-utf8', position: 11, frame: 1 }]);
  });
});
