import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/core/json.ts';
import type { Outcome, Part } from '../../../../src/core/outcome.ts';
import { dialect } from '../../../../src/dialects/gemini-generate/index.ts';
import { bodyOf } from '../support/encoding.ts';
import { choice, outcome, part, toolPart } from '../support/outcomes.ts';

const body = (given: Outcome) => bodyOf(dialect, given);
const stop = { kind: 'stop', raw: '' } as const;
const calls = { kind: 'tool_calls', raw: '' } as const;
const limit = { kind: 'length', raw: '' } as const;

function partsOf(parts: readonly Part[]): unknown {
  const [candidate] = candidatesOf(outcome([choice(parts, stop)]));
  return candidate?.content.parts;
}

function candidatesOf(given: Outcome): readonly { content: { parts?: unknown }; finishReason?: string }[] {
  const found: unknown = body(given)['candidates'];
  return Array.isArray(found) ? found : [];
}

const signed = (value: JsonValue) => [{ name: 'thought_signature', value }];

describe('a Gemini body', () => {
  it('is a whole response', () => {
    expect(body(outcome([choice([part('text', 'Hi')], stop)], { input: 3, output: 2 }))).toEqual({
      candidates: [{ content: { parts: [{ text: 'Hi' }], role: 'model' }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 },
      modelVersion: 'model-1',
      responseId: 'response-1',
    });
  });

  it('takes id and model from the answer where it brings them', () => {
    expect(body(outcome([choice([], stop)], {}, { id: 'r9', model: 'm9' }))).toMatchObject({
      responseId: 'r9',
      modelVersion: 'm9',
    });
  });

  it('holds every kind of part in order, signatures on the part that they sign', () => {
    const executable = { executableCode: { language: 'PYTHON', code: '1' }, thoughtSignature: 'E' };
    const image = { inlineData: { mimeType: 'image/png', data: 'AA==' } };
    const tool = { ...toolPart('c1', 'add', '{"a":1}'), opaque: signed('C') };
    expect(
      partsOf([
        part('reasoning', 'Hm', signed('R')),
        { ...part('other', '', [{ name: 'block', value: executable }]), name: 'executableCode' },
        part('text', 'Yes', signed('T')),
        part('refusal', 'No.'),
        { ...toolPart('s', 'web_search', '{}'), kind: 'server_tool' },
        part('image', '', [{ name: 'block', value: image }]),
        part('audio'),
        part('other', '', [{ name: 'block', value: { type: 'redacted_thinking', data: 'DROPPED' } }]),
        part('text', ''),
        tool,
      ]),
    ).toEqual([
      { text: 'Hm', thought: true, thoughtSignature: 'R' },
      executable,
      { text: 'Yes', thoughtSignature: 'T' },
      { text: 'No.' },
      image,
      { functionCall: { id: 'c1', name: 'add', args: { a: 1 } }, thoughtSignature: 'C' },
    ]);
  });

  it('writes the numbers of arguments with the digits they came with', () => {
    const raw = '{"amount":1.0,"account":12345678901234567890,"small":1e-7}';
    expect(JSON.stringify(body(outcome([choice([toolPart('', 'pay', raw)], calls)])))).toContain(`"args":${raw}`);
  });

  it('leaves the parts out where nothing was said', () => {
    expect(candidatesOf(outcome([choice([], limit)]))).toEqual([
      { content: { role: 'model' }, finishReason: 'MAX_TOKENS', index: 0 },
    ]);
  });

  it('leaves out a call that the limit cut, and says so by the limit', () => {
    const cut = toolPart('c2', 'save', '{"a": "b', { completed: false });
    expect(candidatesOf(outcome([choice([toolPart('c1', 'add', '{}'), cut], limit)]))).toMatchObject([
      { content: { parts: [{ functionCall: { id: 'c1' } }] }, finishReason: 'MAX_TOKENS' },
    ]);
  });

  it.each([
    ['whose arguments are no JSON', toolPart('c', 'add', '{"a"')],
    ['whose arguments are no object', toolPart('c', 'add', '[1]')],
    ['that was never completed', toolPart('c', 'add', '{}', { completed: false })],
  ])('ends as a malformed call where it lost one %s', (_, lost) => {
    expect(candidatesOf(outcome([choice([lost], calls)]))).toMatchObject([{ finishReason: 'MALFORMED_FUNCTION_CALL' }]);
  });

  it('holds what the candidate says beside its parts', () => {
    const given = [part('text', 'Hi', [{ name: 'grounding_metadata', value: { webSearchQueries: ['x'] } }])];
    expect(candidatesOf(outcome([choice(given, stop)]))).toMatchObject([
      { groundingMetadata: { webSearchQueries: ['x'] } },
    ]);
  });

  it('holds several candidates in the order of their indexes', () => {
    const given = outcome([choice([part('text', 'b')], limit, 1), choice([part('text', 'a')], stop, 0)]);
    expect(candidatesOf(given)).toMatchObject([
      { index: 0, finishReason: 'STOP' },
      { index: 1, finishReason: 'MAX_TOKENS' },
    ]);
  });

  it('is the feedback alone when the prompt was refused', () => {
    const value = { blockReason: 'SAFETY' };
    const parts = [{ ...part('other', '', [{ name: 'block', value }]), name: 'promptFeedback' }];
    expect(body(outcome([choice(parts, { kind: 'content_filter', raw: 'SAFETY' })]))).toEqual({
      promptFeedback: value,
      modelVersion: 'model-1',
      responseId: 'response-1',
    });
  });

  it('finishes a refusal with SAFETY', () => {
    expect(candidatesOf(outcome([choice([part('refusal', 'No.')], stop)]))).toMatchObject([{ finishReason: 'SAFETY' }]);
  });

  it.each([undefined, { kind: 'error', raw: 'error' } as const])(
    'has no finish rather than an invented one (%o)',
    (finish) => {
      const [candidate] = candidatesOf(outcome([choice([part('text', 'Ha')], finish)]));
      expect(candidate).not.toHaveProperty('finishReason');
    },
  );
});
