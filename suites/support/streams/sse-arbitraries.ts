import fc from 'fast-check';
import type { Chunk } from '../../../src/core/exchange.ts';
import type { EncodableFrame, SseStyle } from '../../../src/wire/sse-encoder.ts';

const encoder = new TextEncoder();

/** The bytes cut anywhere, inside characters and line ends too, with empty chunks among them and rising times. */
export function chunkings(bytes: Uint8Array): fc.Arbitrary<readonly Chunk[]> {
  return fc.array(fc.nat(bytes.length), { maxLength: 24 }).map((cuts) => {
    const borders = [0, ...cuts.toSorted((one, other) => one - other), bytes.length];
    return borders.slice(1).map((to, index) => ({ atMs: index, bytes: bytes.subarray(borders[index], to) }));
  });
}

/** Some bytes together with one way to cut them. */
export function chunked(
  bytes: fc.Arbitrary<Uint8Array>,
): fc.Arbitrary<{ readonly bytes: Uint8Array; readonly chunks: readonly Chunk[] }> {
  return bytes.chain((whole) => chunkings(whole).map((chunks) => ({ bytes: whole, chunks })));
}

/** Text of one to four bytes a character, with what matters to framing left in. */
const lineTexts: fc.Arbitrary<string> = fc.string({
  unit: fc.oneof(
    fc.constantFrom(' ', ':', '"', '{', 'x', '0', '\t', 'é', '漢', '😀', '\u2028', '\ufeff', '\ufffd', '\u0085'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).map((text) => text.replace(/[\r\n\0]/g, '-')),
  ),
  maxLength: 12,
});

const lineEnds = fc.constantFrom('\n', '\r\n', '\r');

const fieldLines: fc.Arbitrary<string> = fc
  .tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant('data') },
      { weight: 2, arbitrary: fc.constantFrom('event', 'id', '') },
      { weight: 1, arbitrary: fc.constantFrom('retry', 'Data', 'datum', 'dat', ' data', 'events', 'x') },
    ),
    fc.constantFrom(':', ': ', ':  ', ''),
    fc.oneof(lineTexts, fc.constantFrom('', '0', '3000', '12x', '-1', '\0', 'a\0b', '[DONE]')),
  )
  .map(([name, separator, value]) => name + separator + value);

/** Event streams of whole blocks: every kind of line, every line end, mixed. The last block may lack its blank line. */
export const eventStreams: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.constantFrom('', '', '\ufeff'),
    fc.array(fc.tuple(fc.array(fc.tuple(fieldLines, lineEnds), { maxLength: 4 }), lineEnds), { maxLength: 8 }),
    fc.oneof(fc.constant(''), fieldLines),
  )
  .map(([mark, blocks, rest]) => {
    const text = blocks.map(([lines, blank]) => lines.map(([line, lineEnd]) => line + lineEnd).join('') + blank);
    return encoder.encode(mark + text.join('') + rest);
  });

/** Pieces of event streams, invalid UTF-8 among them, strung together without sense. */
export const eventStreamSoup: fc.Arbitrary<Uint8Array> = fc
  .array(
    fc.oneof(
      fc
        .constantFrom('data', 'data:', 'event:', 'id:', 'retry:', ':', ' ', '1', 'x', '\0', 'é', '漢', '😀', '\ufeff')
        .map((text) => encoder.encode(text)),
      fc.constantFrom('\n', '\n', '\r', '\r\n', '\n\n').map((text) => encoder.encode(text)),
      fc
        .constantFrom([0xff], [0xc3], [0xef, 0xbb], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0xc0, 0x80], [0xbf])
        .map((bytes) => Uint8Array.from(bytes)),
    ),
    { maxLength: 40 },
  )
  .map((parts) => Uint8Array.from(parts.flatMap((part) => [...part])));

export const sseStyles: fc.Arbitrary<SseStyle> = fc.record({
  framing: fc.constant('sse'),
  lineEnd: lineEnds,
  spaceAfterColon: fc.boolean(),
});

/** Frames that an event stream can carry without loss: no line end but LF, and that only in data. */
export const encodableFrames: fc.Arbitrary<EncodableFrame> = fc.record(
  {
    event: lineTexts.filter((text) => text !== ''),
    id: lineTexts,
    retry: fc.nat(),
    comments: fc.array(lineTexts, { minLength: 1, maxLength: 3 }),
    data: fc.array(lineTexts, { minLength: 1, maxLength: 4 }).map((lines) => lines.join('\n')),
  },
  { requiredKeys: [] },
);

/** JSON texts, some of them pretty-printed. */
export const jsonTexts: fc.Arbitrary<string> = fc
  .tuple(fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(0, 2, '\t'))
  .map(([value, indent]) => JSON.stringify(value, null, indent));
