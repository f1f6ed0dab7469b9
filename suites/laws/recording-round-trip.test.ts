import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCredentialHeader } from '../../src/core/credential-names.ts';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { type Chunk, type Header, joinChunks, type ScriptEnding } from '../../src/core/exchange.ts';
import { parseHar } from '../../src/recording/parse-har.ts';
import type { Provenance, Recording } from '../../src/recording/recording.ts';
import { writeHar } from '../../src/recording/write-har.ts';

const endings: readonly ScriptEnding[] = ['clean', 'fin', 'rst', 'stall'];
const provenances: readonly Provenance[] = ['captured', 'captured-relay', 'synthesised', 'documented', 'file'];

/** Bodies that are text, bodies that are not, and text with characters that the chunks cut. */
const body = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 200 }).map((text) => new Uint8Array(Buffer.from(text))),
  fc.string({ unit: 'grapheme', maxLength: 100 }).map((text) => new Uint8Array(Buffer.from(`\ufeff${text}`))),
);

const steps = fc.array(fc.tuple(fc.nat(40), fc.double({ min: 0, max: 1e6, noNaN: true })), { maxLength: 40 });

/** Any cut into chunks, empty ones included, with times that never fall. */
const writes = fc.tuple(body, steps).map(([bytes, cuts]): readonly Chunk[] => {
  const chunks: Chunk[] = [];
  let offset = 0;
  let atMs = 0;
  for (const [length, pause] of cuts) {
    const end = Math.min(offset + length, bytes.length);
    atMs += pause;
    chunks.push({ atMs, bytes: bytes.subarray(offset, end) });
    offset = end;
  }
  return offset < bytes.length ? [...chunks, { atMs, bytes: bytes.subarray(offset) }] : chunks;
});

// The writer leaves out headers that hold a key on purpose.
const headerName = fc.stringMatching(/^x-[a-z0-9-]{1,12}$/).filter((name) => !isCredentialHeader(name));
const headers: fc.Arbitrary<readonly Header[]> = fc.array(
  fc.tuple(headerName, fc.string({ unit: 'grapheme-ascii', maxLength: 30 })),
  { maxLength: 5 },
);

const facts = fc.record(
  {
    n: fc.integer({ min: 1, max: 9 }),
    includeUsage: fc.boolean(),
    startingAfter: fc.nat(),
    tools: fc.array(fc.string(), { maxLength: 3 }),
    toolChoice: fc.string(),
    modalities: fc.array(fc.string(), { maxLength: 3 }),
    maxTokens: fc.nat(),
  },
  { requiredKeys: [] },
);

const recordings: fc.Arbitrary<Recording> = fc.record(
  {
    name: fc.constant('any'),
    dialect: fc.constantFrom(...dialectIds),
    mode: fc.constantFrom('stream', 'body'),
    provenance: fc.constantFrom(...provenances),
    scenario: fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}$/),
    contractVersion: fc.string({ minLength: 1 }),
    script: fc.record({
      head: fc.record({ status: fc.integer({ min: 200, max: 599 }), headers }),
      writes,
      ending: fc.constantFrom(...endings),
    }),
    request: fc.record({
      method: fc.constantFrom('POST', 'GET'),
      // The writer leaves out parameters that hold a key on purpose.
      url: fc.webUrl({ withQueryParameters: true, withFragments: true }).filter((url) => !/key|token/i.test(url)),
      headers,
      body: fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        fc.constantFrom(null, 1, 'x', true),
      ),
    }),
    facts,
    recordedAt: fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map((date) => date.toISOString()),
    relay: fc.string({ minLength: 1 }),
  },
  { requiredKeys: ['name', 'dialect', 'mode', 'provenance', 'script', 'facts'] },
);

function bytesOnly(recording: Recording): unknown {
  return {
    ...recording,
    script: {
      ...recording.script,
      writes: recording.script.writes.map(({ atMs, bytes }) => ({ atMs, bytes: [...bytes] })),
    },
  };
}

describe('a recording in its file', () => {
  it('comes back equal: every byte, every chunk and its time, every ending and every fact', () => {
    fc.assert(
      fc.property(recordings, (recording) => {
        const read = parseHar(writeHar(recording), 'any.har');
        expect(bytesOnly(read)).toEqual(bytesOnly(recording));
        expect(joinChunks(read.script.writes)).toEqual(joinChunks(recording.script.writes));
      }),
      { numRuns: 500 },
    );
  });

  it('is written to the same bytes after it was read', () => {
    fc.assert(
      fc.property(recordings, (recording) => {
        const text = writeHar(recording);
        expect(writeHar(parseHar(text, 'any.har'))).toBe(text);
      }),
    );
  });
});
