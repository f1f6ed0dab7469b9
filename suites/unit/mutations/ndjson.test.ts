import { describe, expect, it, vi } from 'vitest';
import { headerValue, joinChunks, type WireScript } from '../../../src/core/exchange.ts';
import { effectOf } from '../../../src/core/mutation.ts';
import { createRandom } from '../../../src/core/random.ts';
import type { Dialect } from '../../../src/dialects/dialect.ts';
import { translateCapture } from '../../../src/fake-relay/translate.ts';
import { readEvents, writeEvents } from '../../../src/mutations/stream/event-script.ts';
import { createNdjsonDecoder } from '../../../src/wire/ndjson-decoder.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { mustIssueIds } from '../../support/streams/law-streams.ts';
import {
  dataOf,
  mutate,
  readScript,
  reasonAgainst,
  textOf,
  variantsOf,
  wireMutations,
} from '../../support/triangle/mutate.ts';

/** Gemini as it would be if it streamed lines: its events have no event lines, and its last one needs no marker. */
const dialect = 'gemini-generate';

vi.mock('../../../src/dialects/registry.generated.ts', async (importOriginal) => {
  const { decodeByContentType } = await import('../../../src/dialects/content-decoder.ts');
  const { createNdjsonDecoder } = await import('../../../src/wire/ndjson-decoder.ts');
  const { dialects } = await importOriginal<{ readonly dialects: Readonly<Record<string, Dialect>> }>();
  const inLines: Pick<Dialect, 'decoder' | 'streams'> = {
    decoder: (mode, contentType) => decodeByContentType(mode, contentType, { stream: createNdjsonDecoder }),
    streams: [{ style: { framing: 'ndjson', lineEnd: '\n' }, headers: { 'content-type': 'application/x-ndjson' } }],
  };
  return { dialects: { ...dialects, 'gemini-generate': { ...dialects['gemini-generate'], ...inLines } } };
});

/** The sample as lines, one write each. */
function inLines(script: WireScript): WireScript {
  return {
    head: { status: 200, headers: [['content-type', 'application/x-ndjson']] },
    writes: dataOf(script).map((data, index) => ({ atMs: index * 5, bytes: Buffer.from(`${data}\n`) })),
    ending: 'clean',
  };
}

const { streams, body } = dialectSamples[dialect];
const shortText = inLines(streams['short-text']);
const tools = inLines(streams['parallel-tools']);

function linesOf(script: WireScript): readonly string[] {
  return textOf(script).split('\n').slice(0, -1);
}

function said(script: WireScript) {
  const reading = readScript(script, dialect);
  const { choices, usage, error, integrity } = reading.outcome;
  return { choices, usage, error, integrity, musts: mustIssueIds(reading) };
}

describe('a stream of lines', () => {
  it('is read as what it is, and so is a body', () => {
    expect(said(shortText)).toMatchObject({ integrity: 'complete', musts: [], choices: [{ text: 'Good morning.' }] });
    expect(readScript(shortText, dialect).mode).toBe('stream');
    expect([shortText, body].map((script) => readEvents(script, dialect).form)).toEqual(['stream', 'body']);
  });

  it('is put together again byte by byte, blank lines and a cut line included', () => {
    const script = { ...shortText, writes: [{ atMs: 0, bytes: Buffer.from('\n{"a":1}\r\n\n{"a":2}\r\n{"a') }] };
    const source = readEvents(script, dialect);
    expect(source.style).toEqual({ framing: 'ndjson', lineEnd: '\r\n' });
    expect(source.events.map(({ json }) => json)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(textOf(writeEvents(source, source.events, { rest: source.rest }))).toBe(textOf(script));
  });

  it.each([
    ['comment-block', 'comments'],
    ['comment-inside', 'comments'],
    ['multi-line-data', 'events of several lines'],
    ['no-space-after-colon', 'fields with a colon'],
    ['line-ending-cr', 'lines that may end with CR alone'],
  ] as const)('has no place for %s', (id, what) => {
    expect(reasonAgainst(id, shortText, dialect)).toBe(`only server-sent events have ${what}`);
  });

  it('has no event line to lose', () => {
    expect(reasonAgainst('event-line-dropped', shortText, dialect)).toBe('its events have no event lines');
  });

  it('ends each line as it is told', () => {
    const changed = textOf(mutate('line-ending-crlf', shortText, dialect));
    expect(changed).toBe(textOf(shortText).replaceAll('\n', '\r\n'));
  });

  it('begins with a byte order mark', () => {
    expect(textOf(mutate('bom', shortText, dialect))).toBe(`\ufeff${textOf(shortText)}`);
  });

  it('gets a field in each line', () => {
    const lines = linesOf(mutate('unknown-field', shortText, dialect));
    expect(lines).toEqual(linesOf(shortText).map((line) => line.replace('{', '{"relaycert_unknown":true,')));
  });

  it('is cut between lines and inside of one', () => {
    expect(linesOf(mutate('cut-eof', shortText, dialect, { label: '2' }))).toEqual(linesOf(shortText).slice(0, 2));
    const inside = mutate('cut-fin', shortText, dialect, { label: '2' });
    const decoder = createNdjsonDecoder();
    expect(inside.writes.flatMap((write) => decoder.feed(write))).toHaveLength(2);
    expect(decoder.end()).toMatchObject({ issues: [{ kind: 'unterminated' }] });
    expect(textOf(shortText).startsWith(textOf(inside))).toBe(true);
  });

  it('shows what is broken in a line', () => {
    expect(said(mutate('invalid-json-event', shortText, dialect)).musts).toEqual(['event.json']);
    expect(said(mutate('framing-residual', shortText, dialect)).musts).toContain('wire.unterminated');
    expect(said(mutate('tool-dropped', tools, dialect)).choices[0]?.tools).toHaveLength(1);
  });

  it('ends with an error that its clients can read', () => {
    const failed = mutate('error-event', shortText, dialect, { label: 'UNAVAILABLE@2' });
    expect(linesOf(failed).slice(0, 2)).toEqual(linesOf(shortText).slice(0, 2));
    expect(said(failed)).toMatchObject({ integrity: 'provider_error', error: { class: 'overloaded' }, musts: [] });
    expect(said(mutate('swallow-error', failed, dialect))).toMatchObject({ integrity: 'complete', musts: [] });
  });

  it('says the same under every change that preserves', () => {
    const tried = [shortText, tools].flatMap((script) =>
      wireMutations.flatMap((mutation) => {
        const variants = mutation.variants(script, dialect, 'every');
        return ('notApplicable' in variants ? [] : variants)
          .filter((variant) => effectOf(mutation, 'stimulus', dialect, variant) === 'preserving')
          .map(({ apply }) => {
            expect(said(apply(script, createRandom('1'))), mutation.id).toEqual(said(script));
            return mutation.id;
          });
      }),
    );
    expect([...new Set(tried)]).toEqual(
      expect.arrayContaining([
        'bom',
        'coalesce',
        'line-ending-crlf',
        'rechunk-bytes',
        'rechunk-random',
        'unknown-field',
      ]),
    );
  });

  it('is no success after any change that is a fault', () => {
    for (const mutation of wireMutations.filter(({ stimulus }) => stimulus !== undefined)) {
      const variants = mutation.variants(shortText, dialect, 'every');
      for (const variant of 'notApplicable' in variants ? [] : variants) {
        if (effectOf(mutation, 'stimulus', dialect, variant) === 'fault') {
          const { integrity } = said(variant.apply(shortText, createRandom('1')));
          expect([mutation.id, variant.label, integrity]).not.toEqual([mutation.id, variant.label, 'complete']);
        }
      }
    }
    expect(variantsOf('cut-rst', shortText, dialect).length).toBeGreaterThan(2);
  });
});

describe('the reference relay', () => {
  const options = { mode: 'stream', encoder: { id: 'r', model: 'm', created: 0, includeUsage: true } } as const;
  const capture = ({ head, writes }: WireScript) => ({ head, chunks: writes, ending: 'clean', endedAtMs: 0 }) as const;

  it('answers a client of lines in lines', () => {
    const chat = capture(dialectSamples['openai-chat'].streams['short-text']);
    const answer = translateCapture(chat, { ...options, client: dialect, upstream: 'openai-chat' });
    expect(headerValue(answer.head.headers, 'content-type')).toBe('application/x-ndjson');
    expect(said(answer)).toMatchObject({ integrity: 'complete', musts: [], choices: [{ text: 'Good morning.' }] });
    expect(textOf(answer)).toMatch(/^(?:\{.*\}\n)+$/);
  });

  it('reads an upstream of lines, cut or whole', () => {
    const relayed = (script: WireScript) =>
      translateCapture(capture(script), { ...options, client: 'openai-chat', upstream: dialect });
    expect(readScript(relayed(tools), 'openai-chat').outcome).toMatchObject({
      integrity: 'complete',
      choices: [{ text: 'Looking.', tools: [{ name: 'get_weather' }, { name: 'get_time' }] }],
    });
    const cut = { ...tools, writes: [{ atMs: 0, bytes: joinChunks(tools.writes).subarray(0, -5) }] };
    expect(readScript(relayed(cut), 'openai-chat').outcome.phase).toBe('failed');
  });
});
