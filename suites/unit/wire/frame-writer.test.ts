import { describe, expect, it } from 'vitest';
import { createBodyDecoder } from '../../../src/wire/body-decoder.ts';
import { createFrameWriter, encodeFrame, type FramingStyle } from '../../../src/wire/frame-writer.ts';
import { createJsonArrayDecoder } from '../../../src/wire/json-array-decoder.ts';
import { createNdjsonDecoder } from '../../../src/wire/ndjson-decoder.ts';
import { createSseDecoder } from '../../../src/wire/sse-decoder.ts';
import { type EncodableFrame, lineFeedSse } from '../../../src/wire/sse-encoder.ts';
import { chunksOf, decodeChunks } from '../../support/streams/decode-chunks.ts';

const lines: FramingStyle = { framing: 'ndjson', lineEnd: '\n' };
const array: FramingStyle = { framing: 'json-array', elementEnd: '\n', separator: ',\r\n' };

const frames: readonly EncodableFrame[] = [
  { event: 'a', comments: ['not said elsewhere'], data: '{"text":"é 漢"}' },
  { comments: ['keep-alive'] },
  { data: '{\n  "pretty": [1,\r\n2]\n}' },
  { data: '[]' },
];

function written(style: FramingStyle, given: readonly EncodableFrame[] = frames): string {
  const writer = createFrameWriter(style);
  return Buffer.concat([...given.map(writer.write), writer.end()]).toString();
}

describe('a stream of frames', () => {
  it('is one line each as NDJSON, with nothing for a frame without data', () => {
    expect(written(lines)).toBe('{"text":"é 漢"}\n{   "pretty": [1, 2] }\n[]\n');
    expect(written({ framing: 'ndjson', lineEnd: '\r\n' }, [{ data: '1' }])).toBe('1\r\n');
  });

  it('is one element each of an array, which is closed at the end', () => {
    expect(written(array)).toBe('[{"text":"é 漢"}\n,\r\n{\n  "pretty": [1,\r\n2]\n}\n,\r\n[]\n]');
    expect(written({ framing: 'json-array', elementEnd: '', separator: ',' }, [{ data: '1' }, { data: '2' }])).toBe(
      '[1,2]',
    );
  });

  it('is nothing where nothing was written', () => {
    for (const style of [lineFeedSse, lines, array]) {
      expect(written(style, [])).toBe('');
    }
  });

  it.each([
    [lineFeedSse, createSseDecoder()],
    [lines, createNdjsonDecoder()],
    [array, createJsonArrayDecoder()],
  ])('says the same to the decoder of $framing', (style, decoder) => {
    expect(decoder.framing).toBe(style.framing);
    const { frames: read, end } = decodeChunks(decoder, chunksOf(written(style)));
    const values = read.flatMap(({ hasData, data }) => (hasData ? [JSON.parse(data)] : []));
    expect(values).toEqual([{ text: 'é 漢' }, { pretty: [1, 2] }, []]);
    expect(end.issues).toEqual([]);
  });

  it('can go on with what is encoded already, whole or cut', () => {
    const writer = createFrameWriter(array);
    const blocks = [encodeFrame({ data: '1' }, array), new Uint8Array(0), Buffer.from('{"cu')];
    expect(Buffer.concat(blocks.map(writer.place)).toString()).toBe('[1\n,\r\n{"cu');
    const line = createFrameWriter(lines);
    expect(Buffer.from(line.place(Buffer.from('{"cu'))).toString()).toBe('{"cu');
  });
});

it('a body is told from a stream by its decoder', () => {
  expect(createBodyDecoder().framing).toBe('body');
});
