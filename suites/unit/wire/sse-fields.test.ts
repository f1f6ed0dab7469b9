import { describe, expect, test } from 'vitest';
import { createSseDecoder } from '../../../src/wire/sse-decoder.ts';
import { type Bytes, chunksOf, decodeChunks } from '../../support/streams/decode-chunks.ts';

const decode = (...parts: Bytes[]) => decodeChunks(createSseDecoder(), chunksOf(...parts));
const first = (...parts: Bytes[]) => decode(...parts).frames[0];
const issuesOf = (...parts: Bytes[]) => decode(...parts).end.issues;

describe('data', () => {
  test('lines are joined by LF, in order, with other fields between them', () => {
    expect(first('data: one\nevent: x\ndata: two\ndata: three\n\n')).toMatchObject({ data: 'one\ntwo\nthree' });
  });

  test('empty lines count', () => {
    expect(first('data:\ndata\ndata: \n\n')).toMatchObject({ data: '\n\n', hasData: true });
  });

  test('one empty line dispatches empty data', () => {
    expect(first('data\n\n')).toMatchObject({ data: '', hasData: true });
    expect(first('data:\n\n')).toMatchObject({ data: '', hasData: true });
  });

  test('only one space after the colon is dropped, and no tab', () => {
    expect(first('data:x\n\n')?.data).toBe('x');
    expect(first('data: x\n\n')?.data).toBe('x');
    expect(first('data:  x \n\n')?.data).toBe(' x ');
    expect(first('data:\tx\n\n')?.data).toBe('\tx');
  });

  test('only the first colon separates', () => {
    expect(first('data: a: b:c\n\n')?.data).toBe('a: b:c');
  });

  test('NUL is kept', () => {
    expect(first('data: a\0b\n\n')?.data).toBe('a\0b');
  });
});

describe('event', () => {
  test('the last one of a block counts', () => {
    expect(first('event: one\nevent: two\ndata: x\n\n')?.event).toBe('two');
  });

  test('an empty one resets the name to none', () => {
    expect(first('event: one\nevent:\ndata: x\n\n')).not.toHaveProperty('event');
    expect(first('event: one\nevent\ndata: x\n\n')).not.toHaveProperty('event');
  });

  test('it does not outlive its block, dispatched or not', () => {
    const { frames } = decode('event: one\n\ndata: x\n\n');
    expect(frames[0]).toMatchObject({ event: 'one', hasData: false });
    expect(frames[1]).not.toHaveProperty('event');
  });

  test('it may be in any script', () => {
    expect(first('event: 終わり\ndata: x\n\n')?.event).toBe('終わり');
  });
});

describe('id', () => {
  test('a frame tells only what its own block set, the counters remember the last', () => {
    const { frames, end } = decode('id: 1\ndata: x\n\ndata: y\n\n');
    expect(frames[0]?.id).toBe('1');
    expect(frames[1]).not.toHaveProperty('id');
    expect(end.counters.lastId).toBe('1');
  });

  test('an empty one resets the last id', () => {
    const { frames, end } = decode('id: 1\ndata: x\n\nid\ndata: y\n\n');
    expect(frames[1]?.id).toBe('');
    expect(end.counters.lastId).toBe('');
  });

  test('one with NUL is ignored and reported', () => {
    const { frames, end } = decode('id: 1\nid: a\0b\ndata: x\n\n');
    expect(frames[0]?.id).toBe('1');
    expect(end.issues).toEqual([{ kind: 'id-with-nul', position: 6, frame: 0 }]);
  });

  test('a block without data sets the last id too', () => {
    expect(decode('id: 7\n\n').end.counters.lastId).toBe('7');
  });

  test('no id at all leaves none', () => {
    expect(decode('data: x\n\n').end.counters).not.toHaveProperty('lastId');
  });
});

describe('retry', () => {
  test('digits are milliseconds, leading zeros too', () => {
    expect(first('retry: 3000\ndata: x\n\n')?.retry).toBe(3000);
    expect(first('retry:007\n\n')?.retry).toBe(7);
  });

  test.each(['', '1s', '-1', '+1', '1.5', '1e3', ' 1', '1 ', '١٢'])('%j is ignored and reported', (value) => {
    const { frames, end } = decode(`data: x\nretry: ${value}\n\n`);
    expect(frames[0]).not.toHaveProperty('retry');
    expect(end.issues).toEqual([{ kind: 'invalid-retry', position: 8, frame: 0 }]);
  });

  test('an invalid one leaves a valid one of the same block standing', () => {
    expect(first('retry: 5\nretry: x\n\n')?.retry).toBe(5);
  });
});

describe('unknown fields', () => {
  test.each(['foo: bar', 'foo', 'datum: x', 'events: x', 'Event: x', 'event : x', 'x-trace-id: 1', 'a.b: 1'])(
    '%j is ignored and reported at its line',
    (line) => {
      const { frames, end } = decode(`data: x\n${line}\n\n`);
      expect(frames).toMatchObject([{ data: 'x' }]);
      expect(end.issues).toEqual([{ kind: 'unknown-field', position: 8, frame: 0 }]);
    },
  );

  test.each([
    'Data: x',
    'DATA: x',
    ' data: x',
    'data : x',
    'Data',
    '{"a":1}',
    '  [1]',
    '"a": 1',
    '}',
    'error: {"message":"x"}',
    'Error: overloaded',
    'chunk: {"a":1}',
    'Internal Server Error',
    '<html>',
  ])('%j is payload that readers drop, so it is foreign', (line) => {
    const { frames, end } = decode(`data: x\n${line}\n\n`);
    expect(frames).toMatchObject([{ data: 'x' }]);
    expect(end.issues).toEqual([{ kind: 'foreign-bytes', position: 8, frame: 0 }]);
  });

  test('each foreign line of a block is one issue', () => {
    expect(issuesOf('{\n"error": {\n}\n}\n\ndata: y\n\n').map(({ kind, frame }) => `${kind} ${frame}`)).toEqual(
      Array.from({ length: 4 }, () => 'foreign-bytes 0'),
    );
  });

  test('the issue names the frame it stands in', () => {
    expect(issuesOf('data: x\n\ndata: y\nfoo: z\n\n')).toEqual([{ kind: 'unknown-field', position: 17, frame: 1 }]);
  });

  test('a block of nothing else dispatches nothing but keeps its bytes', () => {
    expect(decode('foo: bar\n\n').frames).toMatchObject([{ hasData: false, data: '', span: [0, 10] }]);
  });

  test('a body that is no event stream is foreign', () => {
    const { frames, end } = decode('<html>\n<body>\n</html>\n');
    expect(frames).toMatchObject([{ terminated: false, hasData: false }]);
    expect(end.issues.map((issue) => issue.kind)).toEqual([
      'foreign-bytes',
      'foreign-bytes',
      'foreign-bytes',
      'unterminated',
    ]);
  });
});
