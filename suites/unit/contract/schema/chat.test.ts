import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../../src/core/json.ts';
import { breaches, type Target } from '../../../support/contract/schema-check.ts';

const check = (target: Target, value: JsonValue): readonly string[] => breaches('openai-chat', target, value);

const head = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'some-model' };
const chunk = (delta: JsonValue, rest: JsonObject = {}): JsonObject => ({
  ...head,
  choices: [{ index: 0, delta, finish_reason: null, ...rest }],
});
const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 };
const body = (message: JsonObject): JsonObject => ({
  ...head,
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: null, ...message } }],
});

describe('the chunks of Chat', () => {
  it.each<[string, JsonValue]>([
    ['a role', chunk({ role: 'assistant', content: '', refusal: null })],
    ['text', chunk({ content: 'Hi' })],
    ['no finish_reason, which is the same as null', { ...head, choices: [{ index: 0, delta: {} }] }],
    ['an empty delta with a finish reason', chunk({}, { finish_reason: 'stop' })],
    ['no choices', { ...head, choices: [] }],
    ['usage', { ...head, choices: [], usage }],
    [
      'usage with details',
      {
        ...head,
        choices: [],
        usage: { ...usage, prompt_tokens_details: { cached_tokens: 2 }, completion_tokens_details: null },
      },
    ],
    [
      'null usage and obfuscation',
      { ...chunk({ content: 'a' }), usage: null, obfuscation: 'x', service_tier: null, system_fingerprint: null },
    ],
    [
      'reasoning under either name',
      chunk({ reasoning_content: 'a', reasoning: 'b', reasoning_details: [{ type: 'reasoning.text' }] }),
    ],
    ['a refusal', chunk({ refusal: 'No' })],
    [
      'the start of a call',
      chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '' } }] }),
    ],
    ['a fragment of a call', chunk({ tool_calls: [{ index: 0, id: null, function: { arguments: '{' } }] })],
    [
      'a custom tool',
      chunk({ tool_calls: [{ index: 1, id: 'call_2', type: 'custom', custom: { name: 'g', input: 'free' } }] }),
    ],
    ['the old function call', chunk({ function_call: { name: 'f', arguments: '{}' } })],
    ['audio', chunk({ audio: { id: 'audio_1', data: 'AA', transcript: 'a', expires_at: 9 } })],
    [
      'log probabilities',
      chunk(
        { content: 'a' },
        {
          logprobs: {
            content: [
              { token: 'a', logprob: -0.1, bytes: [97], top_logprobs: [{ token: 'a', logprob: -0.1, bytes: null }] },
            ],
            refusal: null,
          },
        },
      ),
    ],
    [
      'an unknown finish reason and unknown fields',
      { ...chunk({ extra: 1 }, { finish_reason: 'eos', extra: 1 }), extra: 1 },
    ],
    [
      'moderation',
      {
        ...head,
        choices: [],
        moderation: { input: { type: 'error', code: 'c', message: 'm' }, output: { type: 'new' } },
      },
    ],
  ])('take %s', (_title, value) => {
    expect(check({ event: 'chunk' }, value)).toEqual([]);
  });

  it.each([
    ['choices that are no array', { ...head, choices: null }, ['/choices type']],
    [
      'a choice without an index',
      { ...head, choices: [{ delta: {}, finish_reason: null }] },
      ['/choices/0/index required'],
    ],
    [
      'an index that is text',
      { ...head, choices: [{ index: '0', delta: {}, finish_reason: null }] },
      ['/choices/0/index type'],
    ],
    ['no delta', { ...head, choices: [{ index: 0, finish_reason: null }] }, ['/choices/0/delta required']],
    [
      'a call without an index',
      chunk({ tool_calls: [{ id: 'call_1' }] }),
      ['/choices/0/delta/tool_calls/0/index required'],
    ],
    [
      'a call with a null index',
      chunk({ tool_calls: [{ index: null }] }),
      ['/choices/0/delta/tool_calls/0/index type'],
    ],
    [
      'arguments that are no text',
      chunk({ tool_calls: [{ index: 0, function: { arguments: {} } }] }),
      ['/choices/0/delta/tool_calls/0/function/arguments type'],
    ],
    ['content that is an array', chunk({ content: [] }), ['/choices/0/delta/content type']],
    [
      'usage without a total',
      { ...head, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } },
      ['/usage/total_tokens required'],
    ],
    [
      'a null count',
      { ...head, choices: [], usage: { ...usage, completion_tokens: null } },
      ['/usage/completion_tokens type'],
    ],
    [
      'a negative count',
      { ...head, choices: [], usage: { ...usage, prompt_tokens: -1 } },
      ['/usage/prompt_tokens minimum'],
    ],
    ['created as text', { ...chunk({}), created: '1' }, ['/created type']],
  ] satisfies [string, JsonValue, string[]][])('refuse %s', (_title, value, expected) => {
    expect(check({ event: 'chunk' }, value)).toEqual(expected);
  });
});

describe('the errors of Chat', () => {
  const error = { message: 'm', type: 'server_error', param: null, code: null };

  it.each<Target>([{ event: 'error' }, 'error'])('take all four fields as %j', (target) => {
    expect(check(target, { error })).toEqual([]);
    expect(check(target, { error: { ...error, type: 'new', code: 'new', extra: 1 }, id: 'x' })).toEqual([]);
  });

  it.each([
    [{ error: 'text' }, ['/error type']],
    [{ error: { ...error, code: 429 } }, ['/error/code type']],
    [{ error: { message: 'm' } }, ['/error/type required', '/error/param required', '/error/code required']],
    [{ object: 'error', message: 'm' }, ['/error required']],
  ] satisfies [JsonValue, string[]][])('refuse %j', (value, expected) => {
    expect(check('error', value)).toEqual(expected);
  });
});

describe('the bodies of Chat', () => {
  it.each<[string, JsonObject]>([
    ['text', { content: 'Hi', refusal: null }],
    ['a call', { tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }] }],
    ['a custom call', { tool_calls: [{ id: 'call_1', type: 'custom', custom: { name: 'f', input: '' } }] }],
    ['a call of an unknown type', { tool_calls: [{ id: 'call_1', type: 'new' }] }],
    [
      'annotations',
      { annotations: [{ type: 'url_citation', url_citation: { start_index: 0, end_index: 1, title: 't', url: 'u' } }] },
    ],
    ['audio', { audio: { id: 'a', data: 'AA', transcript: 't', expires_at: 1 } }],
    ['reasoning', { reasoning_content: 'r' }],
  ])('take %s', (_title, message) => {
    expect(check('response', { ...body(message), usage })).toEqual([]);
  });

  it.each([
    [
      'arguments as an object',
      body({ tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: {} } }] }),
      ['/choices/0/message/tool_calls/0/function/arguments type'],
    ],
    [
      'a call without an id',
      body({ tool_calls: [{ type: 'function', function: { name: 'f', arguments: '' } }] }),
      ['/choices/0/message/tool_calls/0/id required'],
    ],
    [
      'no finish reason',
      { ...body({}), choices: [{ index: 0, finish_reason: null, message: { role: 'assistant', content: '' } }] },
      ['/choices/0/finish_reason type'],
    ],
    ['no message', { ...body({}), choices: [{ index: 0, finish_reason: 'stop' }] }, ['/choices/0/message required']],
    ['null usage', { ...body({}), usage: null }, ['/usage type']],
  ] satisfies [string, JsonValue, string[]][])('refuse %s', (_title, value, expected) => {
    expect(check('response', value)).toEqual(expected);
  });
});
