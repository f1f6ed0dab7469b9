import { describe, expect, test } from 'vitest';
import { loadRecordingSet } from '../../../src/certify/options/recording-set.ts';
import { type Capture, headerValue, joinChunks, type WireScript } from '../../../src/core/exchange.ts';
import { createRandom } from '../../../src/core/random.ts';
import { geminiRequest } from '../../../src/dialects/gemini-generate/request.ts';
import { mutations } from '../../../src/mutations/registry.generated.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { inAskedFraming } from '../../../src/upstream/asked-framing.ts';
import { script, withUpstream } from '../../support/exchange/upstream-case.ts';

const recordings = loadRecordingSet([]).recordings.filter(({ dialect }) => dialect === 'gemini-generate');

const textOf = ({ writes }: WireScript): string => Buffer.from(joinChunks(writes)).toString('utf8');

function read({ head, writes, ending }: WireScript) {
  const capture: Capture = { head, chunks: writes, ending, endedAtMs: 0 };
  return readCapture('gemini-generate', 'stream', capture, { drift: false });
}

const onlyOfLines = new Set(['comment-inside', 'multi-line-data']);

/** What was said and how it ended, without what counts frames and bytes. */
function said(given: WireScript) {
  const { phase, choices, usage, error, witnesses } = read(given).outcome;
  return { phase, choices, usage, error, witnesses };
}

describe('a stream that is asked for without alt=sse', () => {
  test('is told by the query', () => {
    const framing = (query: string) => geminiRequest.match(`/v1beta/models/g:streamGenerateContent${query}`)?.framing;
    expect(
      ['', '?key=1', '?alt=json', '?alt=sse', '?key=1&alt=sse#x', '?$alt=sse', '?%24alt=json'].map(framing),
    ).toEqual(['json-array', 'json-array', 'json-array', 'sse', 'sse', 'sse', 'json-array']);
    expect(geminiRequest.match('/v1beta/models/g:generateContent')).not.toHaveProperty('framing');
  });

  test('is one JSON array, written as the provider writes it', () => {
    const given = script(['data: {"a":1}\r\n\r\n', ': keepalive\r\n\r\ndata: {"b":2}\r\n\r\n']);
    const array = inAskedFraming(given, 'gemini-generate', 'json-array');
    expect(array.writes.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['[{"a":1}\n', ',\r\n{"b":2}\n]']);
    expect(headerValue(array.head.headers, 'content-type')).toBe('application/json; charset=UTF-8');
  });

  test('with alt=sse stays as it is recorded', () => {
    const given = script(['data: {}\n\n']);
    expect(inAskedFraming(given, 'gemini-generate', 'sse')).toBe(given);
  });

  test.each(recordings.map((recording) => [recording.name, recording] as const))(
    'says what the events say: %s, under every change that an upstream makes',
    (_, recording) => {
      for (const mutation of mutations) {
        if (mutation.target !== 'wire' || mutation.stimulus === undefined) {
          continue;
        }
        const variants = mutation.variants(recording.script, recording.dialect, 'sample');
        for (const { label, apply } of 'notApplicable' in variants ? [] : variants) {
          const played = apply(recording.script, createRandom('1'));
          const array = inAskedFraming(played, 'gemini-generate', 'json-array');
          // What is wrong with the lines around the data is gone with the lines.
          const changed = onlyOfLines.has(mutation.id) ? recording.script : played;
          expect(said(array), `${mutation.id}@${label}`).toEqual(said(changed));
          expect(read(array).outcome.integrity === 'complete', `${mutation.id}@${label}`).toBe(
            read(changed).outcome.integrity === 'complete',
          );
        }
      }
    },
  );

  test('keeps the number of writes, roughly where they were', () => {
    const [recording] = recordings.filter(({ name }) => name === 'short-text');
    const single = joinChunks(recording?.script.writes ?? []);
    const bytes = [...single].map((byte, atMs) => ({ atMs, bytes: Uint8Array.of(byte) }));
    const array = inAskedFraming({ ...script([]), writes: bytes }, 'gemini-generate', 'json-array');
    expect(array.writes.length).toBeGreaterThan(single.length * 0.9);
    expect(Math.max(...array.writes.map((write) => write.bytes.length))).toBeLessThanOrEqual(2);
    const times = array.writes.map(({ atMs }) => atMs);
    expect(times).toEqual([...times].sort((left, right) => left - right));
  });

  test('is not closed where the stream was cut', () => {
    const cut = inAskedFraming(script(['data: {"a":1}\r\n\r\ndata: {"b"'], 'fin'), 'gemini-generate', 'json-array');
    expect(textOf(cut)).toBe('[{"a":1}\n,\r\n{"b"');
    expect(textOf(inAskedFraming(script(['data: {"a":1}\r\n\r\n'], 'rst'), 'gemini-generate', 'json-array'))).toBe(
      '[{"a":1}\n',
    );
    expect(inAskedFraming(script([]), 'gemini-generate', 'json-array').writes).toEqual([]);
  });

  test('answers an error as an array of one, with the same meaning', () => {
    const body = JSON.stringify({ error: { code: 429, message: 'slow down', status: 'RESOURCE_EXHAUSTED' } });
    const head = { status: 429, headers: [['content-type', 'application/json'] as const] };
    const array = inAskedFraming(script([body], 'clean', head), 'gemini-generate', 'json-array');
    expect(textOf(array)).toBe(`[${body}]`);
    expect(read(array)).toMatchObject({ outcome: { error: { class: 'rate_limit', status: 429 } }, issues: [] });
  });

  test('is what the upstream plays', async () => {
    await withUpstream(
      async (upstream) => {
        const ask = async (query: string) => {
          const url = `${upstream.url}/v1beta/models/g:streamGenerateContent${query}`;
          const response = await fetch(url, { method: 'POST', body: '{"contents":[]}' });
          return [response.headers.get('content-type'), await response.text()];
        };
        expect(await ask('?key=x')).toEqual(['application/json; charset=UTF-8', '[{}\n]']);
        expect(await ask('?alt=sse')).toEqual(['text/event-stream', 'data: {}\r\n\r\n']);
      },
      { otherwise: () => script(['data: {}\r\n\r\n']) },
    );
  });
});
