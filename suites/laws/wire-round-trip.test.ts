import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { joinChunks } from '../../src/core/exchange.ts';
import type { Frame, WireIssueKind } from '../../src/core/frame.ts';
import { createJsonArrayDecoder } from '../../src/wire/json-array-decoder.ts';
import { createNdjsonDecoder } from '../../src/wire/ndjson-decoder.ts';
import { createSseDecoder } from '../../src/wire/sse-decoder.ts';
import { type EncodableFrame, encodeSse } from '../../src/wire/sse-encoder.ts';
import { chunksOf, decodeChunks } from '../support/streams/decode-chunks.ts';
import { encodableFrames, jsonTexts, sseStyles } from '../support/streams/sse-arbitraries.ts';

/** The parts of a frame that an encoder writes. */
function writable({ event, id, retry, comments, data, hasData }: Frame): EncodableFrame {
  return {
    ...(event !== undefined && { event }),
    ...(id !== undefined && { id }),
    ...(retry !== undefined && { retry }),
    ...(comments.length > 0 && { comments }),
    ...(hasData && { data }),
  };
}

/** A block without data comes back as it was, and is told because some readers break at it. */
const ofBlocksWithoutData: ReadonlySet<string> = new Set<WireIssueKind>([
  'event-without-data',
  'field-without-data',
  'comment-after-id',
]);

describe('encode and decode', () => {
  test('every frame with content comes back as it was, in every framing style', () => {
    const withContent = encodableFrames.filter((frame) => Object.keys(frame).length > 0);
    fc.assert(
      fc.property(fc.array(withContent, { maxLength: 6 }), sseStyles, (frames, style) => {
        const blocks = frames.map((frame) => ({ bytes: encodeSse(frame, style) }));
        const decoded = decodeChunks(createSseDecoder(), chunksOf(joinChunks(blocks)));
        expect(decoded.frames.map(writable)).toEqual(frames);
        expect(decoded.end.issues.filter(({ kind }) => !ofBlocksWithoutData.has(kind))).toEqual([]);
        expect(decoded.end.residual).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test('each encoded frame is exactly one block, whatever its text', () => {
    const anyText = fc.string({ unit: 'binary' });
    const anyFrame = fc.record(
      { event: anyText, id: anyText, comments: fc.array(anyText), data: anyText },
      { requiredKeys: ['data'] },
    );
    fc.assert(
      fc.property(fc.array(anyFrame), sseStyles, (frames, style) => {
        const blocks = frames.map((frame) => ({ bytes: encodeSse(frame, style) }));
        const decoded = decodeChunks(createSseDecoder(), chunksOf(joinChunks(blocks)));
        expect(decoded.end.counters.events).toBe(frames.length);
        expect(decoded.frames.map((frame) => frame.data)).toEqual(
          frames.map(({ data }) => data.replace(/\r\n?/g, '\n').toWellFormed()),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('elements of a JSON array come back as text, with any white space around them', () => {
    const spaces = fc.constantFrom('', ' ', '\n', '\r\n\t');
    fc.assert(
      fc.property(fc.array(jsonTexts), spaces, (elements, space) => {
        const text = `${space}[${space}${elements.join(`${space},${space}`)}${space}]${space}`;
        const { frames, end } = decodeChunks(createJsonArrayDecoder(), chunksOf(text));
        expect(frames.filter((frame) => frame.hasData).map((frame) => frame.data)).toEqual(elements);
        expect(end).toMatchObject({ issues: [], counters: { events: elements.length, residualBytes: 0 } });
        expect(end.residual).toBeUndefined();
      }),
      { numRuns: 500 },
    );
  });

  test('lines of NDJSON come back as text', () => {
    const compact = fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.array(compact), fc.constantFrom('\n', '\r\n', '\n\n'), (lines, lineEnd) => {
        const { frames, end } = decodeChunks(
          createNdjsonDecoder(),
          chunksOf(lines.map((line) => line + lineEnd).join('')),
        );
        expect(frames.filter((frame) => frame.hasData).map((frame) => frame.data)).toEqual(lines);
        expect(end.issues).toEqual([]);
      }),
    );
  });
});
