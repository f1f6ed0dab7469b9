import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../../src/core/route.ts';
import { dialect } from '../../../../src/dialects/gemini-generate/index.ts';
import {
  chunksOf,
  decodeChunks,
  singleByteChunks,
  toBytes,
  withoutChunking,
} from '../../../support/streams/decode-chunks.ts';

const sse = 'text/event-stream';
const json = 'application/json; charset=UTF-8';

const decode = (mode: Mode, type: string | undefined, ...parts: readonly string[]) =>
  decodeChunks(dialect.decoder(mode, type), chunksOf(...parts));

const data = (mode: Mode, type: string | undefined, ...parts: readonly string[]): readonly string[] =>
  decode(mode, type, ...parts)
    .frames.filter(({ hasData, terminated }) => hasData && terminated)
    .map((frame) => frame.data);

describe('the framing of a Gemini answer', () => {
  it('is server-sent events with CRLF when asked with alt=sse', () => {
    expect(data('stream', sse, 'data: {"a":1}\r\n\r\ndata: {"a":2}\r\n', '\r\n')).toEqual(['{"a":1}', '{"a":2}']);
  });

  it('is one JSON array when asked without, each element given as soon as it is whole', () => {
    const { fed, end } = decode('stream', json, '[{\n "a": 1\n}\n,\r\n{"a"', ':2}\n]');
    expect(fed.map((frame) => frame.data)).toEqual(['{\n "a": 1\n}', '{"a":2}']);
    expect(end.issues).toEqual([]);
    expect(end.residual).toBeUndefined();
  });

  it.each(['\n  [', '\u{feff}['])('is told by its first character, whatever stands before it: %j', (start) => {
    expect(data('stream', json, `${start}{"a":1},{"a":2}]`)).toEqual(['{"a":1}', '{"a":2}']);
  });

  it('is one document where that is what comes, asked for or not', () => {
    expect(data('stream', json, '{"a":', '1}')).toEqual(['{"a":1}']);
    // The elements of a stream where a body was asked for are told as such, so they are read as what they are.
    expect(data('body', json, '[{"error":1}]')).toContain('{"error":1}');
  });

  it('is empty when nothing came, or nothing but white space', () => {
    expect(data('stream', json)).toEqual([]);
    expect(decode('stream', json, ' ', '\n').end.counters.bytes).toBe(2);
  });

  it('keeps an array that never closes apart from one that does', () => {
    const { end } = decode('stream', json, '[{"a":1},{"b":');
    expect(end.issues.map(({ kind }) => kind)).toEqual(['unterminated']);
    expect(end.counters).toMatchObject({ events: 1, residualBytes: 6 });
  });

  it('holds an error document without data: behind the last event', () => {
    const tail = '{\n  "error": {\n    "code": 503\n  }\n}\n';
    expect(data('stream', sse, 'data: {"a":1}\r\n\r\n', tail)).toEqual(['{"a":1}', tail.trimEnd()]);
  });

  it('may be a bare error document under the content type of a stream', () => {
    const { frames, end } = decode('stream', sse, '{\n  "error": {}\n}\n');
    expect(frames.map((frame) => frame.data)).toEqual(['{\n  "error": {}\n}']);
    expect(end.issues).toEqual([]);
  });

  it.each([
    ['stream', json, '\u{feff}\r\n[ {"a":"é"} , {"b":[1]} ]\n'],
    ['stream', json, '{"a":[{}]}'],
    ['stream', json, '[{"a":1}'],
    ['stream', sse, 'data: {"a":1}\r\n\r\n{"error":\r\n{}}\r\n'],
  ] as const)('reads the same however it is cut (%s, %s)', (mode, type, text) => {
    const single = decodeChunks(dialect.decoder(mode, type), singleByteChunks(toBytes(text)));
    expect(withoutChunking(single)).toEqual(withoutChunking(decode(mode, type, text)));
  });
});
