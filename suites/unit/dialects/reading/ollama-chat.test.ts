import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../../src/core/route.ts';
import { dialect } from '../../../../src/dialects/ollama-chat/index.ts';
import {
  chunksOf,
  decodeChunks,
  singleByteChunks,
  toBytes,
  withoutChunking,
} from '../../../support/streams/decode-chunks.ts';

const ndjson = 'application/x-ndjson';
const json = 'application/json; charset=utf-8';

const decode = (mode: Mode, type: string | undefined, ...parts: readonly string[]) =>
  decodeChunks(dialect.decoder(mode, type), chunksOf(...parts));

const data = (mode: Mode, type: string | undefined, ...parts: readonly string[]): readonly string[] =>
  decode(mode, type, ...parts)
    .frames.filter(({ hasData, terminated }) => hasData && terminated)
    .map((frame) => frame.data);

describe('the framing of an Ollama answer', () => {
  it('is a line for each event, given as soon as it is whole', () => {
    const { fed } = decode('stream', ndjson, '{"a":', '1}\n{"a":2}\n');
    expect(fed.map((frame) => frame.data)).toEqual(['{"a":1}', '{"a":2}']);
  });

  it('is lines under the label of a body, too, where a stream was asked for', () => {
    const { fed } = decode('stream', json, '{"a"', ':1}\n{"a":2}\n');
    expect(fed.map((frame) => frame.data)).toEqual(['{"a":1}', '{"a":2}']);
  });

  it('is one document without a line feed, and where a body was asked for', () => {
    expect(data('stream', json, '{"error":', '"no"}')).toEqual(['{"error":"no"}']);
    expect(decode('stream', json, '{"a":1}').fed).toEqual([]);
    expect(data('body', json, '{"a":1}\n')).toEqual(['{"a":1}\n']);
  });

  it('is empty when nothing came', () => {
    expect(data('stream', ndjson)).toEqual([]);
    expect(data('stream', json)).toEqual([]);
  });

  it.each([ndjson, json])('does not depend on how %s was cut', (type) => {
    const bytes = toBytes('{"a":"é漢"}\n{"a":2}\n{"cut');
    const whole = decodeChunks(dialect.decoder('stream', type), [{ atMs: 0, bytes }]);
    const single = decodeChunks(dialect.decoder('stream', type), singleByteChunks(bytes));
    expect(withoutChunking(single)).toEqual(withoutChunking(whole));
  });
});
