import { describe, expect, it } from 'vitest';
import { judgeStream } from '../../src/certify/judge/judge-stream.ts';
import type { DialectId } from '../../src/core/dialect-ids.generated.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { RequestFacts } from '../../src/core/scenario.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { captureOf } from '../support/streams/law-streams.ts';

// Kinds of answers that were judged wrongly, each with the verdict that it should have had.

function judged(dialect: DialectId, events: readonly JsonObject[], facts: RequestFacts = {}, tail = '') {
  const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('') + tail;
  const reading = readCapture(dialect, 'stream', captureOf(Buffer.from(text)), { facts });
  const { findings } = judgeStream(reading, facts);
  return { outcome: reading.outcome, findings };
}

const gemini = (text: string, finishReason?: string): JsonObject => ({
  candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...(finishReason && { finishReason }) }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  modelVersion: 'm',
  responseId: 'r',
});

describe('a Gemini stream', () => {
  it('with STOP on every event is whole, and at most a should', () => {
    const { outcome, findings } = judged('gemini-generate', [
      gemini('a', 'STOP'),
      gemini('b', 'STOP'),
      gemini('c', 'STOP'),
    ]);
    expect(outcome).toMatchObject({ integrity: 'complete', choices: [{ text: 'abc' }] });
    expect(findings.filter(({ severity }) => severity === 'must')).toEqual([]);
  });

  it('with another reason at its end is told by the last', () => {
    const { outcome } = judged('gemini-generate', [gemini('a', 'STOP'), gemini('b', 'MAX_TOKENS')]);
    expect(outcome.choices).toMatchObject([{ text: 'ab', finish: { kind: 'length' } }]);
  });
});

const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
const call = (name: string, text: string): JsonObject => ({
  ...head,
  choices: [
    {
      index: 0,
      delta: {
        role: 'assistant',
        tool_calls: [{ index: 0, id: 'c1', type: 'function', function: { name, arguments: text } }],
      },
      finish_reason: null,
    },
  ],
});
const stop = { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };
const declared = {
  schemas: { lookup: { type: 'object', required: ['key'], properties: { key: { type: 'string' } } } },
  all: true,
};

describe('a call, with its request at hand,', () => {
  it.each([
    ['lookup', '{"key":"a"}', true, []],
    ['lookup', '{"key":1}', false, ['tool_arguments_schema']],
    ['lookup', '{}', false, ['tool_arguments_schema']],
    ['erase', '{"key":"a"}', false, ['tool_undeclared']],
  ])('of %s with %s is runnable: %s', (name, text, runnable, causes) => {
    const { outcome, findings } = judged('openai-chat', [call(name, text), stop], { declared }, 'data: [DONE]\n\n');
    // The stream is whole either way: a model may err.
    expect(outcome).toMatchObject({ integrity: 'complete', choices: [{ tools: [{ runnable }] }] });
    expect(findings.map(({ cause }) => cause)).toEqual(causes);
    expect(findings.every(({ severity }) => severity === 'may')).toBe(true);
  });
});
