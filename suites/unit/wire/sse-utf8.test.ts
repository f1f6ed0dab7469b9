import { describe, expect, test } from 'vitest';
import { createSseDecoder } from '../../../src/wire/sse-decoder.ts';
import { type Bytes, chunksOf, decodeChunks, singleByteChunks, toBytes } from '../../support/streams/decode-chunks.ts';

const decode = (...parts: Bytes[]) => decodeChunks(createSseDecoder(), chunksOf(...parts));
const mark = [0xef, 0xbb, 0xbf];
const joined = (...parts: Bytes[]) => Uint8Array.from(parts.flatMap((part) => [...toBytes(part)]));

describe('characters of several bytes', () => {
  test('may be cut anywhere between chunks', () => {
    const bytes = toBytes('data: é漢😀\n\n');
    for (let cut = 1; cut < bytes.length; cut += 1) {
      expect(decode(bytes.subarray(0, cut), bytes.subarray(cut)).frames).toMatchObject([{ data: 'é漢😀' }]);
    }
  });

  test('are read beside plain lines of the same chunk', () => {
    expect(decode('data: plain\n\ndata: 漢\n\ndata: plain\n\n').frames.map((frame) => frame.data)).toEqual([
      'plain',
      '漢',
      'plain',
    ]);
  });

  test('are read in comments, events and ids', () => {
    expect(decode(': é\nevent: ü\nid: 漢\ndata: x\n\n').frames).toMatchObject([
      { comments: ['é'], event: 'ü', id: '漢' },
    ]);
  });
});

describe('byte order mark', () => {
  test('one at the beginning is ignored, also in single bytes', () => {
    const bytes = joined(mark, 'data: x\n\n');
    expect(decode(bytes).frames).toMatchObject([{ data: 'x', span: [0, 12] }]);
    expect(decodeChunks(createSseDecoder(), singleByteChunks(bytes)).frames).toMatchObject([{ data: 'x' }]);
  });

  test('a second one is part of the field name', () => {
    const { frames, end } = decode(mark, mark, 'data: x\n\n');
    expect(frames).toMatchObject([{ hasData: false }]);
    expect(end.issues).toEqual([{ kind: 'foreign-bytes', position: 3, frame: 0 }]);
  });

  test('one later in the stream is part of its line', () => {
    expect(decode('data: x\n\n', mark, 'data: y\n\n').end.issues).toMatchObject([
      { kind: 'foreign-bytes', position: 9 },
    ]);
    expect(decode('data: ', mark, 'x\n\n').frames[0]?.data).toBe('\ufeffx');
  });

  test('alone it is no residual', () => {
    const { frames, end } = decode(mark);
    expect(frames).toMatchObject([{ span: [0, 3], hasData: false, terminated: true }]);
    expect(end.residual).toBeUndefined();
    expect(end.issues).toEqual([]);
  });

  test('half of one is a cut line', () => {
    const { end } = decode(mark.slice(0, 2));
    expect(end.residual).toEqual([0, 2]);
    expect(end.issues.map((issue) => issue.kind)).toEqual(['invalid-utf8', 'unterminated']);
  });
});

describe('invalid UTF-8', () => {
  const invalid: readonly (readonly [name: string, bytes: readonly number[]])[] = [
    ['a byte that is never used', [0xff]],
    ['a continuation byte alone', [0x80]],
    ['a character cut short', [0xe6, 0xbc]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a code point too large', [0xf4, 0x90, 0x80, 0x80]],
    ['a cut byte sequence of U+FFFD', [0xef, 0xbf]],
  ];

  test.each(invalid)('%s is decoded as TextDecoder does and reported at its byte', (_, bytes) => {
    const input = joined('data: ok\n\ndata: é', bytes, 'x\n\n');
    const { frames, end } = decode(input);
    expect(frames[1]?.data).toBe(`é${new TextDecoder().decode(Uint8Array.from(bytes))}x`);
    expect(end.issues).toEqual([{ kind: 'invalid-utf8', position: 18, frame: 1 }]);
    expect(decodeChunks(createSseDecoder(), singleByteChunks(input)).end.issues).toEqual(end.issues);
  });

  test('a replacement character that was really sent is no fault, before an invalid byte either', () => {
    expect(decode('data: \ufffd\n\n').end.issues).toEqual([]);
    expect(decode('data: \ufffd\ufffd', [0xff], '\n\n').end.issues).toEqual([
      { kind: 'invalid-utf8', position: 12, frame: 0 },
    ]);
    expect(decode('data: \ufffdé\ufffdx', [0xff], '\n\n').end.issues).toMatchObject([{ position: 15 }]);
  });

  test('is reported once per line, in any kind of line', () => {
    const { end } = decode(':', [0xff, 0xff], '\nid: ', [0xff], '\ndata: ', [0x80], 'x', [0x80], '\n\n');
    expect(end.issues.map(({ kind, position }) => [kind, position])).toEqual([
      ['invalid-utf8', 1],
      ['invalid-utf8', 8],
      ['invalid-utf8', 16],
    ]);
  });

  test('a line end ends a character that was cut short', () => {
    expect(decode('data: ', [0xf0, 0x9f], '\ndata: x\n\n').frames[0]?.data).toBe('\ufffd\nx');
  });

  test('a character cut by the end of the input is reported', () => {
    const { frames, end } = decode('data: ', [0xf0, 0x9f, 0x98]);
    expect(frames).toMatchObject([{ data: '\ufffd', terminated: false }]);
    expect(end.issues).toEqual([
      { kind: 'invalid-utf8', position: 6, frame: 0 },
      { kind: 'unterminated', position: 0, frame: 0 },
    ]);
  });
});
