import { describe, expect, test } from 'vitest';
import { createSseDecoder } from '../../../src/wire/sse-decoder.ts';
import { type Bytes, chunksOf, decodeChunks, tilingFault } from '../../support/streams/decode-chunks.ts';

const decode = (...parts: Bytes[]) => decodeChunks(createSseDecoder(), chunksOf(...parts));
const whole = 'data: a\n\n';

describe('a block that the input cut', () => {
  test.each([
    ['within a line', 'event: x\ndata: {"b":', { event: 'x', data: '{"b":', hasData: true }],
    ['within a field name', 'dat', { data: '', hasData: false }],
    ['after a whole data line', 'data: b\n', { data: 'b', hasData: true }],
    ['after the CR of its blank line’s predecessor', 'data: b\r', { data: 'b', hasData: true }],
    ['after a whole CRLF line', 'data: b\r\n', { data: 'b', hasData: true }],
    ['after a field that is not data', 'event: x\n', { event: 'x', hasData: false }],
    ['within a comment', ': pin', { comments: ['pin'], hasData: false }],
    ['after blank lines and one byte', '\n\nd', { hasData: false }],
  ])('%s is the unterminated frame, the issue and the residual', (_, rest, expected) => {
    const { fed, end } = decode(whole, rest);
    const span = [whole.length, whole.length + rest.length];
    expect(fed).toHaveLength(1);
    expect(end.frames).toMatchObject([{ index: 1, span, terminated: false, atMs: 10, ...expected }]);
    expect(end.residual).toEqual(span);
    expect(end.issues).toEqual([{ kind: 'unterminated', position: whole.length, frame: 1 }]);
    expect(end.counters).toMatchObject({ events: 1, residualBytes: rest.length, errors: 1 });
  });

  test('does not count as an event and does not set the last id', () => {
    const { end } = decode('id: 1\ndata: a\n\nid: 2\ndata: b\n');
    expect(end.frames).toMatchObject([{ id: '2' }]);
    expect(end.counters).toMatchObject({ events: 1, lastId: '1' });
  });

  test('is not blamed for a name or value that may still have become valid', () => {
    expect(decode('dat').end.issues.map((issue) => issue.kind)).toEqual(['unterminated']);
    expect(decode('retry:').end.issues.map((issue) => issue.kind)).toEqual(['unterminated']);
  });

  test('is blamed for what no further byte could mend', () => {
    expect(decode('{"error":').end.issues.map((issue) => issue.kind)).toEqual(['foreign-bytes', 'unterminated']);
    expect(decode('retry: x').end.issues.map((issue) => issue.kind)).toEqual(['invalid-retry', 'unterminated']);
    expect(decode('dat\n').end.issues.map((issue) => issue.kind)).toEqual(['unknown-field', 'unterminated']);
  });
});

describe('an end that cuts nothing', () => {
  test('half a CRLF is a line end, so a block that ends with it is whole', () => {
    const { fed, end } = decode('data: a\r\n', '\r');
    expect(fed).toEqual([]);
    expect(end.frames).toMatchObject([{ data: 'a', terminated: true, span: [0, 10], atMs: 10 }]);
    expect(end.residual).toBeUndefined();
    expect(end.counters).toMatchObject({ events: 1, errors: 0 });
  });

  test.each(['\n', '\n\n\n', '\r\n\r\n', '\r', '\n\r'])('trailing blank lines %j are a frame without data', (rest) => {
    const decoded = decode(whole, rest);
    expect(decoded.end.frames).toMatchObject([
      { index: 1, span: [9, 9 + rest.length], hasData: false, comments: [], terminated: true },
    ]);
    expect(decoded.end.residual).toBeUndefined();
    expect(decoded.end.counters).toMatchObject({ events: 1, residualBytes: 0, errors: 0 });
    expect(tilingFault(decoded)).toBeUndefined();
  });

  test('whole comment lines wait for nothing', () => {
    const decoded = decode(whole, ': ping\n: pong\r');
    expect(decoded.end.frames).toMatchObject([{ comments: ['ping', 'pong'], hasData: false, terminated: true }]);
    expect(decoded.end.residual).toBeUndefined();
    expect(decoded.end.issues).toEqual([]);
  });

  test('blank lines alone are no fault', () => {
    expect(decode('\n\n').end).toMatchObject({ frames: [{ terminated: true, hasData: false }], issues: [] });
  });
});
