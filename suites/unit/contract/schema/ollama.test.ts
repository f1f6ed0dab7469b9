import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/core/json.ts';
import { breaches, drifts, type Target } from '../../../support/contract/schema-check.ts';

const check = (target: Target, value: JsonValue): readonly string[] => breaches('ollama-chat', target, value);
const chunk: Target = { event: 'chunk' };

const line = (message: JsonObject = {}, members: JsonObject = { done: false }): JsonObject => ({
  model: 'm',
  created_at: '2026-12-01T00:00:00.123456789Z',
  message: { role: 'assistant', content: '', ...message },
  ...members,
});
const call = { function: { name: 'f', arguments: { a: [1] } } };
const last = {
  done: true,
  done_reason: 'stop',
  total_duration: 9_000_000_000,
  load_duration: 1,
  prompt_eval_count: 3,
  prompt_eval_duration: 2,
  eval_count: 4,
  eval_duration: 5,
};

describe('a line of Ollama', () => {
  it.each<[string, JsonValue]>([
    ['text', line({ content: 'Hi' })],
    ['thinking', line({ thinking: 'Hm' })],
    ['a call of an older server, without id and index', line({ tool_calls: [call] })],
    ['a call', line({ tool_calls: [{ id: 'call_1', function: { index: 0, ...call.function } }] })],
    ['an end', line({}, last)],
    ['an end of the cloud, with few counts', line({}, { done: true, done_reason: 'stop', total_duration: 1 })],
    ['log probabilities', line({ content: 'a' }, { done: false, logprobs: [{ token: 'a', logprob: -0.5 }] })],
    ['the model behind a cloud model', line({}, { ...last, remote_model: 'r', remote_host: 'https://ollama.com:443' })],
  ])('may say %s', (_, value) => {
    expect(check(chunk, value)).toEqual([]);
    expect(drifts('ollama-chat', chunk, value).filter((each) => !each.startsWith('advisory'))).toEqual([]);
  });

  it.each<[string, JsonValue, string]>([
    ['no message', { model: 'm', created_at: '2026-12-01T00:00:00Z', done: false }, ' required'],
    [
      'arguments as text',
      line({ tool_calls: [{ function: { name: 'f', arguments: '{}' } }] }),
      '/message/tool_calls/0/function/arguments type',
    ],
    ['content that is no text', line({ content: 1 }), '/message/content type'],
    ['done as a word', line({}, { done: 'true' }), '/done type'],
    ['a count below zero', line({}, { ...last, eval_count: -1 }), '/eval_count minimum'],
  ])('may not say %s', (_, value, breach) => {
    expect(check(chunk, value).map((each) => each.replace(/^.*(?= required$)/, ''))).toContain(breach);
  });

  it('shows a field and a reason that nobody knows yet as drift', () => {
    const value = line({}, { ...last, done_reason: 'tired', mood: 'good' });
    expect(check(chunk, value)).toEqual([]);
    expect(drifts('ollama-chat', chunk, value)).toEqual(
      expect.arrayContaining(['unknown-value /done_reason', 'unknown-field /mood']),
    );
  });
});

describe('other documents of Ollama', () => {
  it('an error is words', () => {
    expect(check('error', { error: 'model "x" not found' })).toEqual([]);
    expect(check('error', { error: { message: 'm' } })).toEqual(['/error type']);
    expect(check({ event: 'error' }, { error: 'm' })).toEqual([]);
  });

  it('a body is a line that is done', () => {
    expect(check('response', line({ content: 'a' }, last))).toEqual([]);
    expect(check('response', { error: 'm' })).not.toEqual([]);
  });

  it.each<[string, JsonObject]>([
    ['a prompt alone', { model: 'm', messages: [{ role: 'user', content: 'Hi' }] }],
    [
      'options',
      { model: 'm', messages: [], options: { num_predict: 9, stop: ['x'], temperature: 0 }, keep_alive: '5m' },
    ],
    ['a schema as format, thinking by level', { model: 'm', messages: [], format: { type: 'object' }, think: 'high' }],
    [
      'calls and their results',
      {
        model: 'm',
        stream: false,
        messages: [
          { role: 'assistant', content: '', tool_calls: [call] },
          { role: 'tool', content: '1', tool_name: 'f' },
        ],
        tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }],
      },
    ],
  ])('a request may have %s', (_, body) => {
    expect(check('request', body)).toEqual([]);
  });

  it('a request without a model, or with arguments as text, is none', () => {
    expect(check('request', { messages: [] })).toEqual(['/model required']);
    const messages = [{ role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: '{}' } }] }];
    expect(check('request', { model: 'm', messages })).toContain('/messages/0/tool_calls/0/function/arguments type');
  });
});
