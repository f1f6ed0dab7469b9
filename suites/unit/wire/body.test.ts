import { describe, expect, test } from 'vitest';
import { createBodyDecoder } from '../../../src/wire/body-decoder.ts';
import { type Bytes, chunksOf, decodeChunks } from '../../support/streams/decode-chunks.ts';

const decode = (...parts: Bytes[]) => decodeChunks(createBodyDecoder(), chunksOf(...parts));

describe('a body', () => {
  test('is one frame at the end, whatever it holds', () => {
    const { fed, end } = decode('{"a":', '"漢', '\n\n"}');
    expect(fed).toEqual([]);
    expect(end).toEqual({
      frames: [
        {
          index: 0,
          atMs: 20,
          span: [0, 13],
          data: '{"a":"漢\n\n"}',
          hasData: true,
          comments: [],
          terminated: true,
        },
      ],
      issues: [],
      counters: { bytes: 13, chunks: 3, events: 1, comments: 0, residualBytes: 0, errors: 0 },
      limitExceeded: false,
    });
  });

  test('without bytes has no frame', () => {
    expect(decode('', '').end).toMatchObject({ frames: [], issues: [], counters: { events: 0, chunks: 2 } });
  });

  test('is decoded as a whole: cut characters, a byte order mark, invalid bytes', () => {
    expect(decode([0xef, 0xbb], [0xbf, 0xe6], [0xbc, 0xa2]).end.frames).toMatchObject([{ data: '漢', span: [0, 6] }]);
    const { end } = decode('ab', [0xff], 'c', [0xff]);
    expect(end.frames).toMatchObject([{ data: 'ab\ufffdc\ufffd' }]);
    expect(end.issues).toEqual([{ kind: 'invalid-utf8', position: 2, frame: 0 }]);
  });
});
