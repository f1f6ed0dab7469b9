import { describe, expect, it } from 'vitest';
import type { Outcome } from '../../../../src/core/outcome.ts';
import { dialect } from '../../../../src/dialects/anthropic-messages/index.ts';
import { bodyOf } from '../support/encoding.ts';
import { choice, outcome, part, toolPart } from '../support/outcomes.ts';

const messages = (given: Outcome) => bodyOf(dialect, given);
const stop = { kind: 'stop', raw: '' } as const;
const calls = { kind: 'tool_calls', raw: '' } as const;
const limit = { kind: 'length', raw: '' } as const;

describe('a Messages body', () => {
  it('is a whole message', () => {
    expect(messages(outcome([choice([part('text', 'Hi')], stop)], { input: 3, output: 2 }))).toEqual({
      id: 'response-1',
      type: 'message',
      role: 'assistant',
      model: 'model-1',
      content: [{ type: 'text', text: 'Hi' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 3, output_tokens: 2 },
    });
  });

  it('takes id and model from the answer where it brings them', () => {
    const given = outcome([choice([], stop)], {}, { id: 'msg_9', model: 'm9' });
    expect(messages(given)).toMatchObject({ id: 'msg_9', model: 'm9' });
  });

  it('holds every kind of block in order', () => {
    const block = { type: 'redacted_thinking', data: 'opaque' };
    const citation = { type: 'char_location', cited_text: 'x' };
    const server = toolPart('srvtoolu_1', 'web_search', '{"query":"x"}');
    const parts = [
      part('reasoning', 'Hm', [{ name: 'signature', value: 'SIG' }]),
      part('other', '', [{ name: 'block', value: block }]),
      { ...server, kind: 'server_tool' } as const,
      part('text', 'Yes', [{ name: 'citation', value: citation }]),
      part('refusal', 'No.'),
      part('audio', 'DROPPED'),
      toolPart('toolu_1', 'add', '{"a":1}'),
    ];
    expect(messages(outcome([choice(parts, calls)]))['content']).toEqual([
      { type: 'thinking', thinking: 'Hm', signature: 'SIG' },
      block,
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'x' } },
      { type: 'text', text: 'Yes', citations: [citation] },
      { type: 'text', text: 'No.' },
      { type: 'tool_use', id: 'toolu_1', name: 'add', input: { a: 1 } },
    ]);
  });

  it('gives a compaction block the content that its delta brought', () => {
    const opaque = [
      { name: 'block', value: { type: 'compaction', content: null } },
      { name: 'compaction', value: { type: 'compaction_delta', content: 'summary' } },
    ];
    const given = outcome([choice([part('other', '', opaque)], { kind: 'compaction', raw: 'compaction' })]);
    expect(messages(given)['content']).toEqual([{ type: 'compaction', content: 'summary' }]);
  });

  it('writes the numbers of arguments with the digits they came with', () => {
    const raw = '{"amount":1.0,"account":12345678901234567890,"small":1e-7}';
    expect(JSON.stringify(messages(outcome([choice([toolPart('toolu_1', 'pay', raw)], calls)])))).toContain(raw);
  });

  it('reads a call without arguments as an empty object', () => {
    const given = outcome([choice([toolPart('toolu_1', 'now', '')], calls)]);
    expect(messages(given)['content']).toEqual([{ type: 'tool_use', id: 'toolu_1', name: 'now', input: {} }]);
  });

  it('invents an id for a call that came without one', () => {
    const given = outcome([choice([toolPart('', 'now', ''), toolPart('', 'now', '')], calls)]);
    const ids = JSON.stringify(messages(given)).match(/toolu_[0-9a-f]+/g);
    expect(new Set(ids).size).toBe(2);
  });

  it('leaves out a call that the token limit cut, and keeps whole ones', () => {
    const cut = toolPart('toolu_2', 'save', '{"a": "b', { completed: false });
    const given = outcome([choice([toolPart('toolu_1', 'add', '{}'), cut], limit)]);
    expect(messages(given)).toMatchObject({ content: [{ id: 'toolu_1' }], stop_reason: 'max_tokens' });
    expect(messages(given)['content']).toHaveLength(1);
  });

  it('keeps arguments that are broken without a limit as raw text, instead of mending them', () => {
    const given = outcome([choice([toolPart('toolu_1', 'add', '{"a"')], calls)]);
    expect(messages(given)['content']).toMatchObject([{ input: '{"a"' }]);
  });

  it('says why a request was refused', () => {
    const value = { type: 'refusal', category: 'cyber', explanation: null };
    const parts = [part('text', 'No.', [{ name: 'refusal_details', value }])];
    expect(messages(outcome([choice(parts, { kind: 'refusal', raw: 'refusal' })]))).toMatchObject({
      stop_reason: 'refusal',
      stop_details: value,
    });
  });

  it('holds choice 0 only', () => {
    const given = outcome([choice([part('text', 'second')], stop, 1), choice([part('text', 'first')], stop, 0)]);
    expect(messages(given)['content']).toEqual([{ type: 'text', text: 'first' }]);
  });

  it.each([undefined, { kind: 'error', raw: 'error' } as const])(
    'has no finish rather than an invented one (%o)',
    (finish) => {
      expect(messages(outcome([choice([part('text', 'Hi')], finish)]))).toHaveProperty('stop_reason', null);
    },
  );
});
