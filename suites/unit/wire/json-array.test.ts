import { describe, expect, test } from 'vitest';
import { createJsonArrayDecoder } from '../../../src/wire/json-array-decoder.ts';
import { type Bytes, chunksOf, decodeChunks, tilingFault } from '../../support/streams/decode-chunks.ts';

const decode = (...parts: Bytes[]) => decodeChunks(createJsonArrayDecoder(), chunksOf(...parts));
const dataOf = (...parts: Bytes[]) => decode(...parts).frames.flatMap((frame) => (frame.hasData ? [frame.data] : []));

describe('elements', () => {
  test('each is a frame, complete with its last byte', () => {
    const decoder = createJsonArrayDecoder();
    const feed = (text: string, atMs: number) => decoder.feed({ atMs, bytes: Buffer.from(text) });
    expect(feed('[{"a":', 1)).toEqual([]);
    expect(feed('1}', 2)).toMatchObject([{ index: 0, data: '{"a":1}', span: [0, 8], atMs: 2, terminated: true }]);
    expect(feed('\r\n,\r\n', 3)).toEqual([]);
    expect(feed('{"b":2}]', 4)).toMatchObject([{ index: 1, data: '{"b":2}', span: [8, 20], atMs: 4 }]);
  });

  test('brackets, quotes and commas inside strings do not end one', () => {
    const element = '{"a":"}],[{\\"\\\\","b":["]"]}';
    expect(dataOf(`[${element},${element}]`)).toEqual([element, element]);
  });

  test('an escape may be cut between chunks', () => {
    expect(dataOf('["a\\', '"b\\\\', '",1]')).toEqual(['"a\\"b\\\\"', '1']);
  });

  test('numbers, words and strings are elements too', () => {
    expect(dataOf('[1, -2.5e3 ,true,null\n,"x",[],{}]')).toEqual(['1', '-2.5e3', 'true', 'null', '"x"', '[]', '{}']);
  });

  test('pretty-printed elements keep their white space', () => {
    expect(dataOf('[{\n  "a": [\n    1\n  ]\n}\n,\n{\n}\n]\n')).toEqual(['{\n  "a": [\n    1\n  ]\n}', '{\n}']);
  });

  test('characters may be cut between chunks, and invalid ones are reported', () => {
    expect(dataOf('["', [0xe6, 0xbc], [0xa2], '"]')).toEqual(['"漢"']);
    expect(decode('["', [0xff], '"]').end.issues).toEqual([{ kind: 'invalid-utf8', position: 2, frame: 0 }]);
  });

  test('one byte order mark is skipped, also in single bytes', () => {
    expect(dataOf('\ufeff[1]')).toEqual(['1']);
    expect(dataOf([0xef], [0xbb], [0xbf], '[1]')).toEqual(['1']);
  });
});

describe('the end', () => {
  test('the closing bracket and white space make a frame without data', () => {
    const decoded = decode('[{}\n]\n');
    expect(decoded.end.frames).toMatchObject([{ index: 1, span: [3, 6], hasData: false, data: '', terminated: true }]);
    expect(decoded.end).toMatchObject({ issues: [], counters: { events: 1, residualBytes: 0 } });
    expect(decoded.end.residual).toBeUndefined();
    expect(tilingFault(decoded)).toBeUndefined();
  });

  test('an empty array, white space and nothing are no faults', () => {
    for (const text of ['[]', ' [ ] ', ' \n', '']) {
      expect(decode(text).end).toMatchObject({ issues: [], counters: { events: 0, residualBytes: 0 } });
    }
  });

  test('a cut element is the unterminated frame and the residual', () => {
    const { fed, end } = decode('[{},{"a":"b');
    expect(fed).toHaveLength(1);
    expect(end.frames).toMatchObject([{ index: 1, data: '{"a":"b', span: [3, 11], terminated: false }]);
    expect(end.residual).toEqual([3, 11]);
    expect(end.issues).toEqual([{ kind: 'unterminated', position: 3, frame: 1 }]);
  });

  test.each([
    ['[', [0, 1]],
    ['[{}', [3, 3]],
    ['[{}\n', [3, 4]],
    ['[{},', [3, 4]],
  ])('the array %j never closes, which is an issue and a residual', (text, residual) => {
    const decoded = decode(text);
    expect(decoded.end.frames).toEqual([]);
    expect(decoded.end.residual).toEqual(residual);
    expect(decoded.end.issues).toEqual([{ kind: 'unterminated', position: residual[0] }]);
    expect(tilingFault(decoded)).toBeUndefined();
  });

  test.each([
    ['{"error":{}}', 0, 0],
    ['data: {}\n\n', 0, 0],
    ['[{}{}]', 3, 3],
    ['[{},]', 4, 3],
    ['[,{}]', 1, 0],
    ['[{}}', 3, 3],
    ['[{}] x', 5, 3],
    ['[{}][{}]', 4, 3],
    ['[é]', 1, 0],
    ['[x]', 1, 0],
  ])('%j stops being an array at byte %i', (text, position, residualFrom) => {
    const decoded = decode(text);
    expect(decoded.end.issues).toEqual([{ kind: 'foreign-bytes', position }]);
    expect(decoded.end.residual?.[0]).toBe(residualFrom);
    expect(decoded.end.frames).toEqual([]);
    expect(tilingFault(decoded)).toBeUndefined();
  });

  test('half a byte order mark is foreign', () => {
    expect(decode([0xef, 0xbb]).end.issues).toEqual([{ kind: 'foreign-bytes', position: 0 }]);
    expect(decode([0xef], '[1]').end.issues).toEqual([{ kind: 'foreign-bytes', position: 0 }]);
    expect(decode(' ', [0xbb, 0xbf], '[1]').end.issues).toEqual([{ kind: 'foreign-bytes', position: 1 }]);
  });
});
