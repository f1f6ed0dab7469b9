import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import type { DomainEventBody } from '../../src/core/domain-event.ts';
import { type Capture, type Ending, joinChunks } from '../../src/core/exchange.ts';
import { deepestJson, isObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import { createRandom } from '../../src/core/random.ts';
import type { Reading } from '../../src/core/reading.ts';
import type { Mode } from '../../src/core/route.ts';
import { dialects } from '../../src/dialects/registry.generated.ts';
import { translateCapture } from '../../src/fake-relay/translate.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { captureOf, ownRecordings, recordedCapture } from '../support/streams/law-streams.ts';
import { eventStreamSoup, eventStreams } from '../support/streams/sse-arbitraries.ts';
import { streamBytes } from '../support/streams/stream-bytes.ts';

const modes: readonly Mode[] = ['stream', 'body'];
const endings: readonly Ending[] = ['clean', 'fin', 'rst', 'stall', 'aborted'];
const contentTypes = ['text/event-stream', 'application/json', 'text/html', 'application/json+x;;', '', undefined];
const statuses = [200, 201, 204, 301, 400, 401, 404, 429, 500, 503, 529, 599, 0, 999];

/** Everything about a response that is not in its bytes. */
interface Circumstances {
  readonly mode: Mode;
  readonly ending: Ending;
  readonly status: number;
  readonly contentType: string | undefined;
}

const circumstances: fc.Arbitrary<Circumstances> = fc.record({
  mode: fc.constantFrom(...modes),
  ending: fc.constantFrom(...endings),
  status: fc.constantFrom(...statuses),
  contentType: fc.constantFrom(...contentTypes),
});

function capture(bytes: Uint8Array, { ending, status, contentType }: Circumstances): Capture {
  return captureOf(bytes, {
    status,
    ending,
    headers: contentType === undefined ? [] : [['Content-Type', contentType]],
  });
}

/** Reads it, and lets a relay translate it into every dialect. Nothing may throw, or call garbage complete. */
function survive(dialect: DialectId, bytes: Uint8Array, given: Circumstances): Reading {
  const taken = capture(bytes, given);
  const reading = readCapture(dialect, given.mode, taken, { facts: { n: 1, includeUsage: true } });
  for (const client of dialectIds) {
    const encoder = { id: 'i', model: 'm', created: 0, includeUsage: true };
    const script = translateCapture(taken, { client, upstream: dialect, mode: given.mode, encoder });
    readCapture(client, given.mode, { ...script, chunks: script.writes, ending: 'clean', endedAtMs: 0 });
  }
  return reading;
}

const ordinary: Circumstances = { mode: 'stream', ending: 'clean', status: 200, contentType: 'text/event-stream' };

/** Words that make values look like events of a dialect, and words that are dangerous as keys. */
const keys = [
  ...['type', 'message', 'content', 'content_block', 'index', 'delta', 'text', 'thinking', 'input', 'usage', 'id'],
  ...['choices', 'tool_calls', 'function', 'name', 'arguments', 'finish_reason', 'stop_reason', 'error', 'object'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''],
];
const words = [
  ...['message_start', 'content_block_start', 'content_block_delta', 'message_delta', 'message_stop', 'error', 'text'],
  ...['tool_use', 'text_delta', 'input_json_delta', 'chat.completion', 'chat.completion.chunk', 'stop', 'assistant'],
  ...['__proto__', 'constructor', '\ud800', '', '0'],
];
const { value: hostile } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom<JsonValue>(null, true, 0, -0, -1, 0.5, 1e308, 2 ** 53, ...words),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom(...keys), tie('value')), { maxLength: 7 })
      .map((entries) => Object.fromEntries(entries)),
  ),
}));

/** A stream with these payloads, each with its type as the event name if it has one. */
function asStream(dialect: DialectId, payloads: readonly JsonValue[]): Uint8Array {
  const frames = payloads.map((payload) => {
    const type = isObject(payload) && typeof payload['type'] === 'string' ? payload['type'] : 'message';
    return { event: type.replaceAll(/[^a-z_]/g, ''), data: JSON.stringify(payload) };
  });
  return streamBytes(dialect, frames);
}

/** The payloads of a recording. Streams that begin with them are read in every state, not only at the start. */
function openingOf(dialect: DialectId): readonly JsonValue[] {
  const recording = ownRecordings.find((given) => given.dialect === dialect && given.name === 'text-then-tool');
  const frames = recording === undefined ? [] : readCapture(dialect, 'stream', recordedCapture(recording)).frames;
  return frames.flatMap(({ data }) => {
    const parsed = parseJson(data);
    return parsed.ok ? [parsed.value] : [];
  });
}

const deep = (levels: number): string => `${'{"a":['.repeat(levels / 2)}1${']}'.repeat(levels / 2)}`;

/** Fragments of JSON that make readers fail. */
const snares: readonly (readonly [name: string, json: string])[] = [
  ['10,000 levels', deep(10_000)],
  ['almost as many levels as are allowed', deep(deepestJson - 20)],
  ['10,000 open brackets', '['.repeat(10_000)],
  ['a number too large for a double', '1e400'],
  ['a number too large for an integer', '-123456789012345678901234567890'],
  ['half a surrogate pair', '"\\ud83d"'],
  ['a prototype', '{"__proto__":{"type":"text","index":0},"constructor":{"prototype":{}}}'],
  ['a long string', `"${'x'.repeat(200_000)}"`],
  ['a long list', `[${'0,'.repeat(50_000)}0]`],
];

/** The recording with one value of its events replaced by the snare, each in turn, `most` times at most. */
function* snared(texts: readonly string[], snare: string, most: number): Generator<readonly string[]> {
  const places = texts.flatMap((text, at) =>
    [...text.matchAll(/:("(?:[^"\\]|\\.)*"|-?\d+|null|\[\]|\{\})/g)].map((match) => ({ at, match })),
  );
  const step = Math.max(1, Math.ceil(places.length / most));
  for (const { at, match } of places.filter((_, index) => index % step === 0)) {
    const text = texts[at] ?? '';
    const changed = `${text.slice(0, match.index)}:${snare}${text.slice(match.index + match[0].length)}`;
    yield texts.with(at, changed);
  }
}

describe.each(dialectIds)('no bytes make a reader of %s throw, or a relay that uses it', (dialect) => {
  const opening = openingOf(dialect);

  it('random bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), circumstances, (bytes, given) => {
        expect(survive(dialect, bytes, given).outcome.integrity).not.toBe('complete');
      }),
      { numRuns: 500, seed: 1 },
    );
  });

  it('meaningless pieces of event streams', () => {
    fc.assert(
      fc.property(fc.oneof(eventStreams, eventStreamSoup), circumstances, (bytes, given) => {
        expect(survive(dialect, bytes, given).outcome.integrity).not.toBe('complete');
      }),
      { numRuns: 500, seed: 2 },
    );
  });

  it('any JSON values as events, with or without the beginning of a good stream', () => {
    fc.assert(
      fc.property(fc.nat(opening.length), fc.array(hostile, { maxLength: 6 }), circumstances, (kept, values, given) => {
        survive(dialect, asStream(dialect, [...opening.slice(0, kept), ...values]), given);
      }),
      { numRuns: 800, seed: 3 },
    );
  });

  it('any JSON value as a body', () => {
    fc.assert(
      fc.property(hostile, circumstances, (value, given) => {
        survive(dialect, Buffer.from(JSON.stringify(value)), given);
      }),
      { numRuns: 500, seed: 4 },
    );
  });

  it('recordings with damaged bytes', () => {
    const recorded = ownRecordings.filter((given) => given.dialect === dialect && given.name !== 'long-text');
    for (const { name, script } of recorded) {
      for (let seed = 0; seed < 25; seed += 1) {
        const random = createRandom(`${name} ${seed}`);
        const bytes = Uint8Array.from(joinChunks(script.writes));
        for (let hits = 1 + random.integer(8); hits > 0; hits -= 1) {
          const at = random.integer(bytes.length);
          bytes[at] = random.pick([(bytes[at] ?? 0) ^ (1 << random.integer(8)), 0x0a, 0x22, 0x5c, 0x7b, 0x7d]);
        }
        survive(dialect, bytes, random.pick([ordinary, { ...ordinary, mode: 'body' }, { ...ordinary, ending: 'rst' }]));
      }
    }
  });

  it.each(snares)('%s in place of any value', (_, snare) => {
    const texts = opening.map((payload) => JSON.stringify(payload));
    const types = opening.map((payload) => (isObject(payload) ? String(payload['type']) : ''));
    for (const changed of snared(texts, snare, 40)) {
      const bytes = streamBytes(
        dialect,
        changed.map((data, at) => ({ event: types[at] ?? '', data })),
      );
      survive(dialect, bytes, ordinary);
    }
    const { encodeBody } = dialects[dialect];
    const whole = readCapture(dialect, 'stream', captureOf(asStream(dialect, opening))).outcome;
    const body = JSON.stringify(encodeBody(whole, { id: 'i', model: 'm', created: 0, includeUsage: true }));
    for (const [changed = ''] of snared([body], snare, 40)) {
      survive(dialect, Buffer.from(changed), { ...ordinary, mode: 'body', contentType: 'application/json' });
    }
  });

  it('an answer with thousands of calls, in time proportional to its size', { timeout: 10_000 }, () => {
    const { createEncoder, encodeBody } = dialects[dialect];
    const options = { id: 'i', model: 'm', created: 0, includeUsage: true };
    const encoder = createEncoder(options);
    const calls = Array.from({ length: 3_000 }, (_call, part) => ({ choice: 0, part }));
    const events: readonly DomainEventBody[] = [
      { kind: 'response.started' },
      ...calls.flatMap((at): readonly DomainEventBody[] => [
        { kind: 'tool.started', at, owner: 'client', id: `call_${at.part}`, name: 'f' },
        { kind: 'tool.arguments.delta', at, text: '{"n":1.0}' },
        { kind: 'tool.completed', at },
      ]),
      { kind: 'finish.reported', choice: 0, finish: 'tool_calls', raw: '' },
      { kind: 'response.completed' },
    ];
    const bytes = streamBytes(
      dialect,
      events.flatMap((event) => encoder.push(event)),
    );
    const streamed = survive(dialect, bytes, ordinary);
    expect(streamed.outcome.choices[0]?.tools).toHaveLength(calls.length);
    const body = Buffer.from(JSON.stringify(encodeBody(streamed.outcome, options)));
    const read = survive(dialect, body, { ...ordinary, mode: 'body', contentType: 'application/json' });
    expect(read.outcome.choices[0]?.tools.every(({ argumentsRaw }) => argumentsRaw === '{"n":1.0}')).toBe(true);
  });
});
