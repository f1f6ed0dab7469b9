import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Chunk } from '../../src/core/exchange.ts';
import { createSseDecoder } from '../../src/wire/sse-decoder.ts';
import { corpusBytes, corpusFolder, everyCorpusRow } from '../support/corpus/corpus.ts';
import { chunksOf, decodeChunks, singleByteChunks } from '../support/streams/decode-chunks.ts';
import { chunked, chunkings, eventStreamSoup, eventStreams } from '../support/streams/sse-arbitraries.ts';

interface Seen {
  readonly events: readonly { readonly event?: string; readonly id?: string; readonly data: string }[];
  readonly comments: readonly string[];
  readonly retry: number | undefined;
  readonly lastId: string | undefined;
  readonly unknownFields: number;
  readonly invalidRetries: number;
}

function event(parts: { event?: string | undefined; id?: string | undefined; data: string }): Seen['events'][number] {
  const { event: name, id, data } = parts;
  return { ...(name !== undefined && { event: name }), ...(id !== undefined && { id }), data };
}

/** What eventsource-parser makes of the chunks. `ignoreBOM` leaves the byte order mark to the parser. */
function seenByOracle(chunks: readonly Chunk[]): Seen {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const events: Seen['events'][number][] = [];
  const comments: string[] = [];
  const errors: string[] = [];
  let retry: number | undefined;
  let lastId: string | undefined;
  const parser = createParser({
    onEvent: (message) => events.push(event(message)),
    onComment: (comment) => comments.push(comment),
    onId: (id) => {
      lastId = id;
    },
    onRetry: (interval) => {
      retry = interval;
    },
    onError: (error) => errors.push(error.type),
  });
  for (const { bytes } of chunks) {
    parser.feed(decoder.decode(bytes, { stream: true }));
  }
  parser.feed(decoder.decode());
  const count = (type: string): number => errors.filter((error) => error === type).length;
  return {
    events,
    comments,
    retry,
    lastId,
    unknownFields: count('unknown-field'),
    invalidRetries: count('invalid-retry'),
  };
}

function seenByUs(chunks: readonly Chunk[]): Seen {
  const { frames, end } = decodeChunks(createSseDecoder(), chunks);
  const count = (kind: string): number => end.issues.filter((issue) => issue.kind === kind).length;
  return {
    events: frames.filter((frame) => frame.terminated && frame.hasData).map(event),
    comments: frames.flatMap((frame) => frame.comments),
    retry: frames.findLast((frame) => frame.retry !== undefined)?.retry,
    lastId: end.counters.lastId,
    // The parser does not ask whether somebody meant the line to be read.
    unknownFields: count('unknown-field') + count('foreign-bytes'),
    invalidRetries: count('invalid-retry'),
  };
}

const lineEndBytes: readonly (number | undefined)[] = [10, 13];

describe('eventsource-parser as the oracle', () => {
  test('sees the same events in generated streams, however they are cut', () => {
    fc.assert(
      fc.property(chunked(eventStreams), ({ bytes, chunks }) => {
        const expected = seenByOracle(chunksOf(bytes)).events;
        expect(seenByUs(chunks).events).toEqual(expected);
        expect(seenByOracle(chunks).events).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test('sees the same comments, ids, retries and faults where the last line is whole', () => {
    const wholeLines = chunked(eventStreams.filter((bytes) => lineEndBytes.includes(bytes.at(-1))));
    fc.assert(
      fc.property(wholeLines, ({ bytes, chunks }) => {
        expect(seenByUs(chunks)).toEqual(seenByOracle(chunksOf(bytes)));
      }),
      { numRuns: 1000 },
    );
  });

  test('sees the same events in meaningless and invalid bytes', () => {
    fc.assert(
      fc.property(chunked(eventStreamSoup), ({ bytes, chunks }) => {
        expect(seenByUs(chunks).events).toEqual(seenByOracle(chunksOf(bytes)).events);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('where eventsource-parser deviates from the standard, we follow the standard', () => {
  test('text that looks like a byte order mark in latin1 is not one: the parser also strips U+00EF U+00BB U+00BF', () => {
    const chunks = chunksOf('\u00ef\u00bb\u00bfdata: x\n\n');
    expect(seenByOracle(chunks).events).toEqual([{ data: 'x' }]);
    expect(seenByUs(chunks)).toMatchObject({ events: [], unknownFields: 1 });
  });

  test('a huge retry is kept as the largest integer: the parser gives Infinity', () => {
    const chunks = chunksOf(`retry: ${'9'.repeat(400)}\n\n`);
    expect(seenByOracle(chunks).retry).toBe(Number.POSITIVE_INFINITY);
    expect(seenByUs(chunks).retry).toBe(Number.MAX_SAFE_INTEGER);
  });
});

/** Up to this size a recorded stream is also fed in single bytes. For larger ones that only costs time. */
const smallBytes = 32_000;

describe.skipIf(corpusFolder() === undefined)('recorded responses', () => {
  test('hold the same events for both, whole, in random chunks, and in single bytes where they are small', () => {
    const rows = everyCorpusRow().filter((row) => row.framing.startsWith('sse'));
    let events = 0;
    for (const row of rows) {
      const { file } = row;
      const body = corpusBytes(row);
      const expected = seenByOracle(chunksOf(body));
      const { retry: _, ...shown } = expected;
      events += expected.events.length;
      expect(seenByUs(chunksOf(body)), file).toMatchObject(shown);
      const small = body.length <= smallBytes ? [singleByteChunks(body)] : [];
      for (const chunks of [...small, ...fc.sample(chunkings(body), { numRuns: 2, seed: body.length })]) {
        expect(JSON.stringify(seenByUs(chunks).events), file).toBe(JSON.stringify(expected.events));
      }
    }
    expect(events).toBeGreaterThan(10_000);
  });
});
