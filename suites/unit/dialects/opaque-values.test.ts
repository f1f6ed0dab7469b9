import { describe, expect, it } from 'vitest';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { DomainEventBody } from '../../../src/core/domain-event.ts';
import type { JsonValue } from '../../../src/core/json.ts';
import { DeltaHold } from '../../../src/dialects/delta-hold.ts';
import { chatAnnotation, responsesAnnotation } from '../../../src/dialects/openai-annotations.ts';
import { chatLogprobs, responsesTokens } from '../../../src/dialects/openai-logprobs.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { at, bodyOf, completed, encodeAll, failure, finish, payloads, started, text } from './support/encoding.ts';
import { choice, outcome, part } from './support/outcomes.ts';

function delta(words: string, inChoice = 0): Extract<DomainEventBody, { kind: 'content.delta' }> {
  return { kind: 'content.delta', at: at(0, inChoice), text: words };
}

function opaque(name: string, value: JsonValue): Extract<DomainEventBody, { kind: 'opaque.reported' }> {
  return { kind: 'opaque.reported', at: at(0), name, value };
}

function choicesOf(events: readonly DomainEventBody[], overrides = {}): readonly unknown[] {
  const chunks = payloads(encodeAll(dialects['openai-chat'], [started, ...events, completed], overrides));
  return chunks.map(({ choices }) => choices);
}

const place = { start_index: 0, end_index: 2, url: 'https://a.example', title: 'A' };
const nested = { type: 'url_citation', url_citation: place };
const flat = { type: 'url_citation', ...place };
const token = (word: string): { token: string; logprob: number } => ({ token: word, logprob: -0.5 });
const chatToken = (word: string): JsonValue => ({ ...token(word), bytes: null, top_logprobs: [] });

describe('an annotation', () => {
  it.each([nested, flat])('has the form of each of the two dialects of OpenAI: %j', (value) => {
    expect(chatAnnotation(value)).toEqual(nested);
    expect(responsesAnnotation(value)).toEqual(flat);
  });

  it('of a kind that Chat does not have is written by Responses alone', () => {
    const value = { type: 'file_citation', file_id: 'f', filename: 'n', index: 0 };
    expect(chatAnnotation(value)).toBeUndefined();
    expect(responsesAnnotation(value)).toBe(value);
  });

  it.each<JsonValue>([
    null,
    'url_citation',
    {},
    { type: 1 },
    { type: 'url_citation' },
    { ...nested, url_citation: { ...place, title: 1 } },
    { ...flat, start_index: -1 },
  ])('is not made of what is none: %j', (value) => {
    expect(chatAnnotation(value)).toBeUndefined();
    expect(responsesAnnotation(value)).toBeUndefined();
  });

  it('is in a delta of its own in Chat, and in the message of a body', () => {
    expect(choicesOf([...text(0, 'Hi'), opaque('annotation', flat), finish('stop')])[2]).toMatchObject([
      { delta: { annotations: [nested] }, finish_reason: null },
    ]);
    const said = [part('text', 'Hi', [{ name: 'annotation', value: flat }])];
    const body = bodyOf(dialects['openai-chat'], outcome([choice(said, { kind: 'stop', raw: '' })]));
    expect(body).toHaveProperty('choices.0.message.annotations', [nested]);
  });
});

describe('log probabilities', () => {
  it('of one dialect of OpenAI have the form of the other', () => {
    expect(chatLogprobs([token('a'), 'x', { token: 'b' }])).toEqual({ content: [chatToken('a')], refusal: null });
    expect(responsesTokens({ content: [token('a'), null], refusal: null })).toEqual([
      { ...token('a'), top_logprobs: [] },
    ]);
    expect(chatLogprobs([])).toBeUndefined();
  });

  it('are in a body of Chat whatever dialect they came from', () => {
    const said = [part('text', 'ab', [{ name: 'logprobs', value: [token('a'), token('b')] }])];
    const body = bodyOf(dialects['openai-chat'], outcome([choice(said, { kind: 'stop', raw: '' })]));
    expect(body).toHaveProperty('choices.0.logprobs.content', [chatToken('a'), chatToken('b')]);
  });

  it('of all chunks are one list in a body of Gemini', () => {
    const result = (word: string): JsonValue => ({
      chosenCandidates: [{ token: word, logProbability: -0.5 }],
      topCandidates: [{ candidates: [] }],
    });
    const said = [
      part('text', 'ab', [
        { name: 'logprobs_result', value: result('a') },
        { name: 'logprobs_result', value: result('b') },
      ]),
    ];
    const body = bodyOf(dialects['gemini-generate'], outcome([choice(said, { kind: 'stop', raw: '' })]));
    expect(body).toHaveProperty('candidates.0.logprobsResult', {
      chosenCandidates: ['a', 'b'].map((word) => ({ token: word, logProbability: -0.5 })),
      topCandidates: [{ candidates: [] }, { candidates: [] }],
    });
  });

  const paired: readonly [DialectId, string, JsonValue, object][] = [
    [
      'openai-chat',
      'logprobs',
      { content: [chatToken('Hi')], refusal: null },
      { delta: { content: 'Hi' }, logprobs: { content: [chatToken('Hi')] } },
    ],
    ['openai-responses', 'logprobs', [chatToken('Hi')], { delta: 'Hi', logprobs: [chatToken('Hi')] }],
    [
      'gemini-generate',
      'logprobs_result',
      { chosenCandidates: [] },
      { content: { parts: [{ text: 'Hi' }] }, logprobsResult: { chosenCandidates: [] } },
    ],
  ];

  it.each(paired)('of %s share the event of their delta where they may wait for it', (dialect, name, value, wanted) => {
    const events = [started, delta('Hi'), opaque(name, value), delta(' you'), finish('stop'), completed];
    const together = payloads(encodeAll(dialects[dialect], events, { logprobsShareEvents: true }));
    const apart = payloads(encodeAll(dialects[dialect], events));
    const holds = (payload: object): boolean => JSON.stringify(payload).includes('"Hi"');
    const inner = (payload: object): unknown => Object.values(payload).flat().find(isCandidate) ?? payload;
    expect(inner(together.find(holds) ?? {})).toMatchObject(wanted);
    expect(inner(apart.find(holds) ?? {})).not.toMatchObject(wanted);
    expect(together.length).toBeLessThanOrEqual(apart.length);
  });

  it.each(dialectIds)('of %s do not keep back the delta before an error', (dialect) => {
    const events = [started, delta('Hi'), failure({})];
    const said = JSON.stringify(payloads(encodeAll(dialects[dialect], events, { logprobsShareEvents: true })));
    expect(said).toContain('"Hi"');
  });
});

function isCandidate(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('finish_reason' in value || 'content' in value);
}

describe('a held delta', () => {
  it('goes out before anything but its own log probabilities', () => {
    const hold = new DeltaHold('logprobs');
    const [a, b, tokens] = [delta('a'), delta('b'), opaque('logprobs', [])];
    const other = { ...tokens, at: at(1) };
    expect(hold.pass(a)).toEqual([]);
    expect(hold.pass(b)).toEqual([{ event: a }]);
    expect(hold.pass(tokens)).toEqual([{ event: b, logprobs: [] }]);
    expect(hold.pass(a)).toEqual([]);
    expect(hold.pass(other)).toEqual([{ event: a }, { event: other }]);
    expect(hold.pass(b)).toEqual([]);
    expect([hold.release(), hold.release()]).toEqual([[{ event: b }], []]);
  });

  it('is not held where nothing is to wait', () => {
    const hold = new DeltaHold(undefined);
    expect(hold.pass(delta('a'))).toEqual([{ event: delta('a') }]);
  });
});

describe('audio of Chat', () => {
  const bytes = [Buffer.from([1, 2, 3, 4]), Buffer.from([5, 6])];
  const pieces: readonly JsonValue[] = [
    { id: 'audio_1', transcript: 'Good' },
    { transcript: ' day', data: bytes[0]?.toString('base64') },
    { data: bytes[1]?.toString('base64'), volume: 3 },
    { expires_at: 1_700_003_600 },
  ];
  const values = pieces.map((value) => ({ name: 'audio', value }));

  it('is written piece by piece, without what is no member of it', () => {
    const events: readonly DomainEventBody[] = [
      { kind: 'content.started', at: at(0), part: 'audio', name: 'audio' },
      ...values.map(({ name, value }) => opaque(name, value)),
      opaque('audio', { volume: 3 }),
      opaque('audio', 'loud'),
      delta('the transcript is in the pieces'),
      finish('stop'),
    ];
    expect(choicesOf(events)).toMatchObject([
      [{ delta: { role: 'assistant', content: null } }],
      [{ delta: { audio: { id: 'audio_1', transcript: 'Good' } } }],
      [{ delta: { audio: { transcript: ' day', data: 'AQIDBA==' } } }],
      [{ delta: { audio: { data: 'BQY=' } } }],
      [{ delta: { audio: { expires_at: 1_700_003_600 } } }],
      [{ delta: {}, finish_reason: 'stop' }],
    ]);
  });

  it('is one in a body: its bytes are joined, not their base64 texts', () => {
    const said = [part('audio', 'Good day', values)];
    const body = bodyOf(dialects['openai-chat'], outcome([choice(said, { kind: 'stop', raw: '' })]));
    expect(body).toHaveProperty('choices.0.message', {
      role: 'assistant',
      content: null,
      refusal: null,
      audio: {
        id: 'audio_1',
        transcript: 'Good day',
        data: Buffer.concat(bytes).toString('base64'),
        expires_at: 1_700_003_600,
      },
    });
  });

  it('is left out of a body that could not say all that a message must say of it', () => {
    const said = [part('audio', 'Good', values.slice(0, 1))];
    const body = bodyOf(dialects['openai-chat'], outcome([choice(said, { kind: 'stop', raw: '' })]));
    expect(body).not.toHaveProperty('choices.0.message.audio');
  });
});
