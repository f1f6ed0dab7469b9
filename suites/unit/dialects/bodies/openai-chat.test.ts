import { describe, expect, it } from 'vitest';
import type { Choice, Outcome } from '../../../../src/core/outcome.ts';
import { dialect } from '../../../../src/dialects/openai-chat/index.ts';
import { bodyOf } from '../support/encoding.ts';
import { choice, outcome, part, toolPart } from '../support/outcomes.ts';

const chat = (given: Outcome) => bodyOf(dialect, given);
const stop = { kind: 'stop', raw: '' } as const;
const calls = { kind: 'tool_calls', raw: '' } as const;
const limit = { kind: 'length', raw: '' } as const;

describe('a Chat body', () => {
  it('is a whole completion', () => {
    expect(chat(outcome([choice([part('text', 'Hi')], stop)], { input: 3, output: 2 }))).toEqual({
      id: 'response-1',
      object: 'chat.completion',
      created: 1_700_000_000,
      model: 'model-1',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Hi', refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    });
  });

  const message = (...choices: readonly Choice[]): unknown => {
    const body: unknown = chat(outcome(choices))['choices'];
    return Array.isArray(body) ? body[0]?.message : undefined;
  };

  it('reports usage without being asked, but not when it is unknown', () => {
    expect(chat(outcome([choice([], stop)], { input: 3 }))).not.toHaveProperty('usage');
    const given = outcome([choice([], stop)], { input: 3, output: 2 });
    expect(bodyOf(dialect, given, { includeUsage: false })).toHaveProperty('usage');
  });

  it('holds calls with their arguments as they came, and null content', () => {
    const parts = [toolPart('call_1', 'add', '{"a": 1.0}'), toolPart('call_2', 'now', '')];
    expect(message(choice(parts, calls))).toEqual({
      role: 'assistant',
      content: null,
      refusal: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'add', arguments: '{"a": 1.0}' } },
        { id: 'call_2', type: 'function', function: { name: 'now', arguments: '{}' } },
      ],
    });
  });

  it('keeps the arguments of a call that the token limit cut', () => {
    const cut = [
      toolPart('call_1', 'save', '{"a', { completed: false }),
      toolPart('call_2', 'x', '', { completed: false }),
    ];
    expect(message(choice(cut, limit))).toMatchObject({
      tool_calls: [{ function: { arguments: '{"a' } }, { function: { arguments: '' } }],
    });
  });

  it('invents ids for calls that came without one', () => {
    const given = JSON.stringify(message(choice([toolPart('', 'a', ''), toolPart('', 'a', '')], calls)));
    expect(new Set(given.match(/call_[0-9a-f]{12}/g)).size).toBe(2);
  });

  it('holds a refusal in its own channel', () => {
    const given = choice([part('refusal', 'No.')], { kind: 'refusal', raw: '' });
    expect(message(given)).toEqual({ role: 'assistant', content: null, refusal: 'No.' });
    expect(chat(outcome([given]))).toHaveProperty('choices.0.finish_reason', 'stop');
  });

  it('holds reasoning as reasoning_content', () => {
    expect(message(choice([part('reasoning', 'Hm'), part('text', 'Yes')], stop))).toMatchObject({
      content: 'Yes',
      reasoning_content: 'Hm',
    });
  });

  it('drops what Chat cannot say', () => {
    const parts = [
      { ...toolPart('s', 'web_search', '{"query":"DROPPED"}'), kind: 'server_tool' } as const,
      part('other', '', [{ name: 'block', value: { type: 'DROPPED' } }]),
      part('text', 'Yes', [{ name: 'citation', value: 'DROPPED' }]),
    ];
    const body = JSON.stringify(chat(outcome([choice(parts, stop)])));
    expect(body).not.toContain('DROPPED');
  });

  it('joins the logprobs of all chunks', () => {
    const opaque = [
      { name: 'logprobs', value: { content: [{ token: 'a' }], refusal: null } },
      { name: 'logprobs', value: { content: [{ token: 'b' }], refusal: null } },
    ];
    expect(chat(outcome([choice([part('text', 'ab', opaque)], stop)]))).toHaveProperty('choices.0.logprobs', {
      content: [{ token: 'a' }, { token: 'b' }],
      refusal: null,
    });
  });

  it('holds several choices in the order of their indexes', () => {
    const given = outcome([choice([part('text', 'b')], limit, 1), choice([part('text', 'a')], stop, 0)]);
    expect(chat(given)['choices']).toMatchObject([
      { index: 0, message: { content: 'a' }, finish_reason: 'stop' },
      { index: 1, message: { content: 'b' }, finish_reason: 'length' },
    ]);
  });

  it.each([undefined, { kind: 'error', raw: 'error' } as const])(
    'has no finish rather than an invented one (%o)',
    (finish) => {
      expect(chat(outcome([choice([part('text', 'Hi')], finish)]))).toHaveProperty('choices.0.finish_reason', null);
    },
  );
});
