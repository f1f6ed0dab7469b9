import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/core/json.ts';
import type { Choice } from '../../../../src/core/outcome.ts';
import type { Reading } from '../../../../src/core/reading.ts';
import type { Mode } from '../../../../src/core/route.ts';
import type { RequestFacts } from '../../../../src/core/scenario.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { captureOf, mustIssueIds } from '../../../support/streams/law-streams.ts';

const encoder = new TextEncoder();

function read(
  text: string,
  given: { readonly facts?: RequestFacts; readonly status?: number; readonly mode?: Mode; readonly type?: string } = {},
): Reading {
  const { facts = {}, status = 200, mode = 'stream', type = 'text/event-stream' } = given;
  const capture = captureOf(encoder.encode(text), { status, headers: [['content-type', type]] });
  return readCapture('gemini-generate', mode, capture, { facts });
}

const sse = (...payloads: readonly JsonValue[]): string =>
  payloads.map((payload) => `data: ${JSON.stringify(payload)}\r\n\r\n`).join('');

const chunk = (parts: readonly JsonObject[], candidate: JsonObject = {}, members: JsonObject = {}): JsonObject => ({
  candidates: [{ content: { parts, role: 'model' }, ...candidate }],
  ...members,
});

const stop: JsonObject = { finishReason: 'STOP' };

function first(reading: Reading): Choice {
  const [choice] = reading.outcome.choices;
  return choice ?? expect.fail('there is no choice');
}

const kinds = (reading: Reading): readonly (readonly [string, string])[] =>
  first(reading).parts.map(({ kind, name, content }) => [name ?? kind, content]);

describe('parts of a Gemini answer', () => {
  it('are increments: neighbouring texts are one text, thoughts are reasoning', () => {
    const reading = read(
      sse(
        chunk([{ text: 'H', thought: true }]),
        chunk([{ text: 'm', thought: true }, { text: 'Go' }]),
        chunk([{ text: 'od' }, { text: '' }], stop),
      ),
    );
    expect(reading.outcome.integrity).toBe('complete');
    expect(kinds(reading)).toEqual([
      ['reasoning', 'Hm'],
      ['text', 'Good'],
    ]);
  });

  it('hold whole calls without ids, one or several in an event, also of one name', () => {
    const call = (n: number): JsonObject => ({ functionCall: { name: 'add', args: { n } } });
    const reading = read(sse(chunk([call(1), call(2)]), chunk([{ text: 'then' }, call(3)], stop)));
    expect(first(reading).tools).toMatchObject(
      [1, 2, 3].map((n) => ({ id: '', name: 'add', argumentsRaw: `{"n":${n}}`, runnable: true })),
    );
    expect(kinds(reading)[2]).toEqual(['text', 'then']);
  });

  it('keep the id and the digits that a call came with', () => {
    const text = `data: {"candidates":[{"content":{"parts":[{"functionCall":{"id":"c1","name":"pay","args":{"n":9007199254740993,"x":1.0}}}]},"finishReason":"STOP"}]}\r\n\r\n`;
    expect(first(read(text)).tools).toMatchObject([{ id: 'c1', argumentsRaw: '{"n":9007199254740993,"x":1.0}' }]);
  });

  it.each([
    ['absent', { name: 'now' }],
    ['an empty object', { name: 'now', args: {} }],
    ['null', { name: 'now', args: null }],
  ])('call without arguments when they are %s', (_, functionCall) => {
    expect(first(read(sse(chunk([{ functionCall }], stop)))).tools).toMatchObject([
      { argumentsRaw: '', runnable: true },
    ]);
  });

  it('announce a call before what else is known of it, though it has no id', () => {
    const reading = read(sse(chunk([{ functionCall: { name: 'now' }, thoughtSignature: 'S' }], stop)));
    expect(reading.events.map(({ kind }) => kind)).toEqual([
      'response.started',
      'tool.started',
      'opaque.reported',
      'tool.completed',
      'finish.reported',
      'response.completed',
    ]);
    expect(first(reading).parts[0]?.opaque).toEqual([{ name: 'thought_signature', value: 'S' }]);
  });

  it.each<[string, JsonObject]>([
    ['executableCode', { executableCode: { language: 'PYTHON', code: 'print(1)' }, thoughtSignature: 'S' }],
    ['codeExecutionResult', { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } }],
    ['toolCall', { toolCall: { id: 't', toolType: 'GOOGLE_SEARCH_WEB', args: {} }, thoughtSignature: 'S' }],
    ['toolResponse', { toolResponse: { id: 't', toolType: 'GOOGLE_SEARCH_WEB', response: {} } }],
    ['part', { partToCome: { a: 1 } }],
    ['application/pdf', { fileData: { mimeType: 'application/pdf', fileUri: 'gs://x' } }],
  ])('that are not interpreted stay whole and are no calls: %s', (name, part) => {
    const reading = read(sse(chunk([{ text: 'a' }, part, { text: 'b' }], stop)));
    expect(mustIssueIds(reading)).toEqual([]);
    expect(first(reading)).toMatchObject({ text: 'ab', tools: [] });
    expect(first(reading).parts[1]).toMatchObject({ kind: 'other', name, opaque: [{ name: 'block', value: part }] });
  });

  it('hold images and sound as parts of their kind', () => {
    const image = { inlineData: { mimeType: 'image/png', data: 'AA==' } };
    const sound = { inlineData: { mimeType: 'audio/L16;codec=pcm;rate=24000', data: 'AA==' } };
    expect(first(read(sse(chunk([image, sound], stop)))).parts.map(({ kind }) => kind)).toEqual(['image', 'audio']);
  });

  it.each([{}, { text: null }])('may be empty: %o', (part) => {
    const reading = read(sse(chunk([{ text: 'a' }, part], stop)));
    expect(first(reading).text).toBe('a');
    expect(mustIssueIds(reading)).toEqual([]);
  });
});

describe('a thought signature', () => {
  it('on an empty text belongs to the text before it', () => {
    const reading = read(sse(chunk([{ text: 'Hi' }]), chunk([{ text: '', thoughtSignature: 'S' }], stop)));
    expect(first(reading).parts).toMatchObject([
      { kind: 'text', content: 'Hi', opaque: [{ name: 'thought_signature', value: 'S' }] },
    ]);
  });

  it.each<[string, readonly JsonObject[]]>([
    ['a call', [{ functionCall: { name: 'now' } }]],
    ['a thought', [{ text: 'Hm', thought: true }]],
    ['nothing', []],
  ])('on an empty text behind %s is a part of its own and not put on that', (_, before) => {
    const alone = { text: '', thoughtSignature: 'S' };
    const { parts } = first(read(sse(chunk([...before, alone], stop))));
    expect(parts.at(-1)).toMatchObject({
      kind: 'other',
      name: 'thoughtSignature',
      opaque: [{ name: 'block', value: alone }],
    });
    expect(parts.slice(0, -1).every(({ opaque }) => opaque.length === 0)).toBe(true);
  });
});

describe('arguments in fragments', () => {
  const open = (name: string, members: JsonObject = {}): JsonObject => ({
    functionCall: { name, willContinue: true },
    ...members,
  });
  const piece = (...partialArgs: readonly JsonObject[]): JsonObject => ({
    functionCall: { partialArgs, willContinue: true },
  });
  const city = (stringValue: string, more: boolean): JsonObject => ({
    jsonPath: '$.city',
    stringValue,
    ...(more ? { willContinue: true } : {}),
  });
  const close: JsonObject = { functionCall: {} };

  it('are put together when the call is closed', () => {
    const reading = read(
      sse(
        chunk([open('weather', { thoughtSignature: 'S' })]),
        chunk([piece(city('Os', true)), { functionCall: { willContinue: true } }]),
        chunk([piece(city('lo', true), { jsonPath: '$.days[0]', numberValue: 3 })]),
        chunk([piece(city('', false)), close], stop),
      ),
    );
    expect(mustIssueIds(reading)).toEqual([]);
    expect(first(reading).tools).toMatchObject([
      { name: 'weather', argumentsRaw: '{"city":"Oslo","days":[3]}', runnable: true },
    ]);
    expect(first(reading).parts[0]?.opaque).toEqual([{ name: 'thought_signature', value: 'S' }]);
  });

  it('keep the digits of a number that no double holds', () => {
    const text = sse(chunk([open('pay'), piece({ jsonPath: '$.n', numberValue: 7 }), close], stop));
    expect(first(read(text.replace(':7', ':9007199254740993'))).tools[0]?.argumentsRaw).toBe('{"n":9007199254740993}');
  });

  it.each([
    ['the next call opens', [open('a'), piece(city('x', false)), open('b'), piece(city('y', false))]],
    ['the candidate ends', [open('a'), piece(city('x', false))]],
  ])('are whole without a closing part when %s', (_, parts) => {
    const reading = read(sse(chunk(parts), chunk([{ text: '' }], stop)));
    expect(mustIssueIds(reading)).toEqual([]);
    expect(first(reading).tools.every(({ completed, runnable }) => completed && runnable)).toBe(true);
    expect(first(reading).tools[0]?.argumentsRaw).toBe('{"city":"x"}');
  });

  it('of a call that nobody opened are a breach', () => {
    expect(mustIssueIds(read(sse(chunk([piece(city('x', false))], stop))))).toEqual(['call.not-open']);
  });

  it('of a call that the stream cut never become runnable', () => {
    const reading = read(sse(chunk([open('a'), piece(city('x', false))])));
    expect(reading.outcome.integrity).toBe('no_end_marker');
    expect(first(reading).tools.filter(({ runnable }) => runnable)).toEqual([]);
  });
});

describe('the end of a Gemini answer', () => {
  it('is the end of the stream, once every candidate has its finish reason', () => {
    const two = (finish: JsonObject): JsonObject => ({
      candidates: [
        { index: 0, content: { parts: [{ text: 'a' }] }, ...finish },
        { index: 1, content: { parts: [{ text: 'b' }] }, finishReason: 'MAX_TOKENS' },
      ],
    });
    expect(read(sse(two({}))).outcome).toMatchObject({ integrity: 'no_end_marker', phase: 'interrupted' });
    const whole = read(sse(two(stop)), { facts: { n: 2 } });
    expect(whole.outcome).toMatchObject({ integrity: 'complete', phase: 'completed' });
    expect(whole.outcome.choices.map(({ finish }) => finish?.kind)).toEqual(['stop', 'length']);
  });

  it('has not come while a candidate that was asked for is missing', () => {
    expect(read(sse(chunk([{ text: 'a' }], stop)), { facts: { n: 2 } }).outcome.integrity).toBe('no_end_marker');
  });

  it('may be said early and again: parts go on, and one text stays one', () => {
    const reading = read(
      sse(chunk([{ text: 'a' }], stop), chunk([{ text: 'b' }], stop), chunk([], { finishReason: 'SAFETY' })),
    );
    expect(reading.outcome.integrity).toBe('complete');
    expect(kinds(reading)).toEqual([['text', 'ab']]);
    expect(first(reading).finish).toEqual({ kind: 'content_filter', raw: 'SAFETY' });
    expect(reading.issues.map(({ id, level }) => [id, level])).toContainEqual(['candidate.reopened', 'TOL']);
  });

  it('is read where enumerations are numbers', () => {
    expect(first(read(sse(chunk([{ text: 'a' }], { finishReason: 2 })))).finish).toEqual({ kind: 'length', raw: '2' });
  });

  it.each(['A_REASON_TO_COME', 'OTHER'])('is unknown and no plain stop for %s', (finishReason) => {
    expect(first(read(sse(chunk([], { finishReason })))).finish?.kind).toBe('unknown');
  });

  it.each(['SAFETY', 'OTHER', 'JAILBREAK', 'A_REASON_TO_COME'])(
    'is a filter when the prompt was refused by %s, whatever the word',
    (blockReason) => {
      const feedback = { blockReason, safetyRatings: [] };
      const reading = read(
        sse({ promptFeedback: feedback, usageMetadata: { promptTokenCount: 7, totalTokenCount: 7 } }),
      );
      expect(reading.outcome).toMatchObject({ integrity: 'complete', phase: 'completed' });
      expect(first(reading)).toMatchObject({ text: '', finish: { kind: 'content_filter', raw: blockReason } });
      expect(first(reading).parts).toMatchObject([
        { name: 'promptFeedback', opaque: [{ name: 'block', value: feedback }] },
      ]);
      expect(reading.outcome.usage.input).toEqual({ state: 'reported', value: 7 });
    },
  );

  it('is a breach when a refused prompt got an answer all the same', () => {
    const refused: JsonObject = { promptFeedback: { blockReason: 'SAFETY' } };
    expect(mustIssueIds(read(sse(chunk([{ text: 'a' }]), refused)))).toEqual(['candidate.unclosed']);
    expect(mustIssueIds(read(sse(refused, chunk([{ text: 'a' }], stop))))).toContain('state.blocked.chunk');
  });

  it.each([
    {},
    { promptFeedback: {} },
    { candidates: [] },
    { usageMetadata: { promptTokenCount: 1, totalTokenCount: 1 } },
  ])('is none in a body with neither candidates nor a block reason: %o', (body) => {
    const { outcome } = read(JSON.stringify(body), { mode: 'body', type: 'application/json' });
    expect(outcome.integrity).toBe('no_end_marker');
    expect(outcome.choices).toEqual([]);
  });

  it('is not the [DONE] of another dialect', () => {
    expect(mustIssueIds(read(`${sse(chunk([{ text: 'a' }], stop))}data: [DONE]\r\n\r\n`))).toEqual(['event.json']);
  });
});

describe('usage of a Gemini answer', () => {
  const usageOf = (...usages: readonly JsonObject[]) =>
    read(sse(...usages.map((usageMetadata) => chunk([{ text: 'a' }], stop, { usageMetadata })))).outcome.usage;
  const value = (number: number) => ({ state: 'reported', value: number });

  it('is the latest total, never the sum, and no stale detail of an earlier one', () => {
    expect(
      usageOf(
        { promptTokenCount: 10, candidatesTokenCount: 1, thoughtsTokenCount: 9, totalTokenCount: 20 },
        { promptTokenCount: 12, candidatesTokenCount: 5, totalTokenCount: 17 },
      ),
    ).toMatchObject({ input: value(12), output: value(5), total: value(17), reasoning: { state: 'unknown' } });
  });

  it('includes thoughts in the output and tool prompts in the input', () => {
    expect(
      usageOf({
        promptTokenCount: 10,
        toolUsePromptTokenCount: 4,
        cachedContentTokenCount: 3,
        candidatesTokenCount: 5,
        thoughtsTokenCount: 7,
        totalTokenCount: 26,
      }),
    ).toMatchObject({
      input: value(14),
      output: value(12),
      total: value(26),
      cacheRead: value(3),
      reasoning: value(7),
    });
  });

  it('reads a count that was left out as 0 beside a total', () => {
    expect(usageOf({ promptTokenCount: 10, totalTokenCount: 10 })).toMatchObject({
      input: value(10),
      output: value(0),
    });
  });

  it('is not wiped out by one that only names the traffic', () => {
    const counts = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
    expect(usageOf(counts, { trafficType: 'ON_DEMAND' })).toMatchObject({ total: value(15) });
    expect(usageOf({ trafficType: 'ON_DEMAND' }).total).toEqual({ state: 'unknown' });
  });
});

describe('an error of a Gemini server', () => {
  const unavailable = { error: { code: 503, message: 'Busy', status: 'UNAVAILABLE' } };

  it('inside a 200 ends the answer, whatever was said before', () => {
    const reading = read(sse(chunk([{ text: 'a' }], stop), unavailable));
    expect(reading.outcome).toMatchObject({
      phase: 'failed',
      integrity: 'provider_error',
      error: { class: 'overloaded', type: 'UNAVAILABLE', code: '503', message: 'Busy' },
    });
  });

  it('is seen, and its form a breach, when it stands bare behind the last event', () => {
    const reading = read(`${sse(chunk([{ text: 'a' }], stop))}${JSON.stringify(unavailable, null, 2)}\n`);
    expect(reading.outcome).toMatchObject({ integrity: 'provider_error', error: { class: 'overloaded' } });
    expect(mustIssueIds(reading)).toContain('wire.foreign-bytes');
  });

  it('is an element of the array where the stream is one', () => {
    const array = `[${JSON.stringify(chunk([{ text: 'a' }], stop))}\n,\r\n${JSON.stringify(unavailable)}\n]`;
    expect(read(array, { type: 'application/json' }).outcome.error?.class).toBe('overloaded');
  });

  it.each<[Mode, string, string]>([
    ['body', 'application/json', JSON.stringify(unavailable)],
    ['body', 'application/json', JSON.stringify([unavailable])],
    ['stream', 'application/json', JSON.stringify(unavailable)],
    ['stream', 'application/json', JSON.stringify([unavailable], null, 1)],
    ['stream', 'text/event-stream', JSON.stringify(unavailable, null, 2)],
  ])('of the HTTP response is read in every form it has (%s, %s)', (mode, type, body) => {
    const reading = read(body, { mode, type, status: 503 });
    expect(reading.outcome.error).toMatchObject({ class: 'overloaded', type: 'UNAVAILABLE', status: 503 });
    expect(mustIssueIds(reading)).toEqual([]);
  });

  it('is told by its reason where the status word says too little', () => {
    const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
    const body = JSON.stringify({ error: { code: 400, message: 'm', status: 'INVALID_ARGUMENT', details } });
    expect(read(body, { mode: 'body', type: 'application/json', status: 400 }).outcome.error).toMatchObject({
      class: 'authentication',
      type: 'INVALID_ARGUMENT',
      code: 'API_KEY_INVALID',
    });
  });

  it('is told by its number where there is no word', () => {
    expect(read(sse({ error: { code: 429, message: 'm' } })).outcome.error?.class).toBe('rate_limit');
  });
});

describe('what makes the official SDK lose a chunk', () => {
  const payload = JSON.stringify(chunk([{ text: 'a' }], stop));

  it.each([
    ['an event line', `event: message\r\ndata: ${payload}\r\n\r\n`, 'event.line.unexpected'],
    [
      'an event line before an error',
      `event: error\r\ndata: {"error":{"code":503,"message":"m","status":"UNAVAILABLE"}}\r\n\r\n`,
      'event.line.unexpected',
    ],
    ['a comment', `: ping\r\ndata: ${payload}\r\n\r\n`, 'event.data-line'],
    ['an id', `id: 1\r\ndata: ${payload}\r\n\r\n`, 'event.data-line'],
    ['data on two lines', `data: ${payload.replace('{', '{\r\ndata: ')}\r\n\r\n`, 'event.data-line'],
  ])('is a breach: %s', (_, text, id) => {
    expect(mustIssueIds(read(text))).toContain(id);
  });

  it('is not a comment in a block of its own', () => {
    expect(mustIssueIds(read(`: ping\r\n\r\ndata: ${payload}\r\n\r\n`))).toEqual([]);
  });
});
