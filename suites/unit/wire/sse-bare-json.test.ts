import { describe, expect, it } from 'vitest';
import { createSseDecoder } from '../../../src/wire/sse-decoder.ts';
import {
  chunksOf,
  decodeChunks,
  singleByteChunks,
  tilingFault,
  toBytes,
  withoutChunking,
} from '../../support/streams/decode-chunks.ts';

const decode = (...parts: readonly string[]) =>
  decodeChunks(createSseDecoder(undefined, { bareJson: true }), chunksOf(...parts));

const pretty = '{\n  "error": {\n    "code": 503,\n    "message": "a } in [ text\\""\n  }\n}';
const compact = '{"error":{"code":503}}';

describe('bare JSON in an event stream', () => {
  it('behind the last event is the data of a frame, and foreign', () => {
    const { frames, end } = decode('data: {"a":1}\r\n\r\n', `${pretty.replaceAll('\n', '\r\n')}\r\n`);
    expect(frames.map(({ data, terminated, hasData }) => ({ data, terminated, hasData }))).toEqual([
      { data: '{"a":1}', terminated: true, hasData: true },
      { data: pretty, terminated: true, hasData: true },
    ]);
    expect(end.issues).toEqual([{ kind: 'foreign-bytes', position: 17, frame: 1 }]);
    expect(end.residual).toBeUndefined();
  });

  it.each([pretty, compact, `[${pretty}]`])(
    'alone is a body under the wrong content type, and nothing foreign',
    (json) => {
      const { frames, end } = decode(`${json}\n`);
      expect(frames.map(({ data }) => data)).toEqual([json]);
      expect(end.issues).toEqual([]);
    },
  );

  it('needs no line end after its last bracket', () => {
    const { frames, end } = decode('data: 1\n\n', pretty);
    expect(frames.at(-1)).toMatchObject({ data: pretty, terminated: true });
    expect(end.counters).toMatchObject({ events: 2, residualBytes: 0 });
  });

  it('that breaks off is an unterminated frame and the residual', () => {
    const cut = pretty.slice(0, -4);
    const { frames, end } = decode('data: 1\n\n', cut);
    expect(frames.at(-1)).toMatchObject({ data: cut, terminated: false });
    expect(end.residual).toEqual([9, 9 + cut.length]);
    expect(end.issues.map(({ kind }) => kind)).toEqual(['foreign-bytes', 'unterminated']);
  });

  it('ends with a blank line, so that rubbish does not swallow the events behind it', () => {
    const { frames } = decode('data: 1\n\n{"never": closed\n\ndata: 2\n\n');
    expect(frames.map(({ data }) => data)).toEqual(['1', '{"never": closed', '2']);
  });

  it('does not keep the events behind it from being read', () => {
    const { frames } = decode(`data: 1\n\n${compact}\n\ndata: 2\n\n`);
    expect(frames.filter(({ hasData }) => hasData).map(({ data }) => data)).toEqual(['1', compact, '2']);
  });

  it('inside an event is dropped, as in the standard, and foreign', () => {
    const { frames, end } = decode(`data: 1\n${compact}\n\n`);
    expect(frames.map(({ data }) => data)).toEqual(['1']);
    expect(end.issues.map(({ kind }) => kind)).toEqual(['foreign-bytes']);
  });

  it('is a dropped line field for a decoder that was not told of it', () => {
    const { frames, end } = decodeChunks(createSseDecoder(), chunksOf(`data: 1\n\n${compact}\n\n`));
    expect(frames.filter(({ hasData }) => hasData)).toHaveLength(1);
    expect(end.issues.map(({ kind }) => kind)).toEqual(['foreign-bytes']);
  });

  it.each([
    `data: 1\r\n\r\n${pretty}`,
    `data: 1\n\n${pretty}\r\n`,
    `: hi\n\n${compact}\r\rdata: 2\r\r`,
    `${compact}x\n`,
    `[\n`,
    `data: 1\n\n{"é": "\u{1f600}`,
  ])('reads the same however it is cut, and leaves no byte out: %j', (text) => {
    const whole = decode(text);
    const single = decodeChunks(createSseDecoder(undefined, { bareJson: true }), singleByteChunks(toBytes(text)));
    expect(withoutChunking(single)).toEqual(withoutChunking(whole));
    expect(tilingFault(single)).toBeUndefined();
  });
});
