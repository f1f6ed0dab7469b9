import { describe, expect, it } from 'vitest';
import { dialect } from '../../../../src/dialects/anthropic-messages/index.ts';
import {
  at,
  completed,
  encodeAll,
  failure,
  finish,
  options,
  payloads,
  reasoning,
  started,
  text,
  tool,
  toolDelta,
  toolStart,
} from '../support/encoding.ts';

const start = {
  type: 'message_start',
  message: {
    id: 'response-1',
    type: 'message',
    role: 'assistant',
    model: 'model-1',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  },
};

function ending(stopReason: string): readonly object[] {
  return [
    { type: 'message_delta', delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: null } },
    { type: 'message_stop' },
  ];
}

function blocksAndEnding(events: Parameters<typeof encodeAll>[1]): readonly object[] {
  return payloads(encodeAll(dialect, [started, ...events, completed])).slice(1);
}

describe('the Messages encoder', () => {
  it('names every event on its own line, equal to the type in the data', () => {
    const frames = encodeAll(dialect, [started, ...text(0, 'Hi'), finish('stop'), completed]);
    expect(frames.map((frame) => frame.event)).toEqual(payloads(frames).map(({ type }) => type));
    expect(frames.map((frame) => frame.event)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  it('writes a text answer', () => {
    expect(payloads(encodeAll(dialect, [started, ...text(0, 'Hel', 'lo'), finish('stop'), completed]))).toEqual([
      start,
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hel' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'lo' } },
      { type: 'content_block_stop', index: 0 },
      ...ending('end_turn'),
    ]);
  });

  it('writes each delta as soon as it comes', () => {
    const encoder = dialect.createEncoder(options);
    encoder.push(started);
    encoder.push({ kind: 'content.started', at: at(0), part: 'text' });
    expect(payloads(encoder.push({ kind: 'content.delta', at: at(0), text: 'a' }))).toHaveLength(1);
    expect(payloads(encoder.push({ kind: 'content.delta', at: at(0), text: 'b' }))).toHaveLength(1);
  });

  it('takes id and model from the answer where it brings them', () => {
    const events = [{ kind: 'response.started', id: 'msg_9', model: 'm9' } as const, finish('stop'), completed];
    expect(payloads(encodeAll(dialect, events))[0]).toMatchObject({ message: { id: 'msg_9', model: 'm9' } });
  });

  it('writes an answer without parts', () => {
    expect(payloads(encodeAll(dialect, [started, finish('refusal'), completed]))).toEqual([
      start,
      ...ending('refusal'),
    ]);
  });

  it('starts the message by itself where the start was never reported', () => {
    expect(payloads(encodeAll(dialect, [...text(0, 'Hi'), finish('stop'), completed]))[0]).toEqual(start);
  });

  it('starts the arguments of a call with an empty fragment', () => {
    expect(blocksAndEnding([...tool(0, 'toolu_1', 'add', '{"a"', ':1}'), finish('tool_calls')])).toEqual([
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'tool_use', id: 'toolu_1', name: 'add', input: {} },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a"' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: ':1}' } },
      { type: 'content_block_stop', index: 0 },
      ...ending('tool_use'),
    ]);
  });

  it('gives a call without arguments one empty fragment', () => {
    const deltas = blocksAndEnding([...tool(0, 'toolu_1', 'now'), finish('tool_calls')]).filter(
      (payload) => 'delta' in payload && 'index' in payload,
    );
    expect(deltas).toEqual([
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '' } },
    ]);
  });

  it('writes no second empty fragment when the upstream sends one', () => {
    const frames = blocksAndEnding([...tool(0, 'toolu_1', 'now', '', '{}'), finish('tool_calls')]);
    expect(frames).toHaveLength(4 + 2);
  });

  it('invents a stable id for a call that came without one', () => {
    const events = [...tool(0, '', 'a'), ...tool(1, '', 'b'), finish('tool_calls')];
    const ids = blocksAndEnding(events).flatMap((payload) =>
      'content_block' in payload ? [Object(payload.content_block).id] : [],
    );
    expect(ids).toEqual([expect.stringMatching(/^toolu_[0-9a-f]+$/), expect.stringMatching(/^toolu_[0-9a-f]+$/)]);
    expect(new Set(ids).size).toBe(2);
    expect(blocksAndEnding(events)).toEqual(blocksAndEnding(events));
  });

  it('writes reasoning as a thinking block and its signature just before the stop', () => {
    expect(blocksAndEnding([...reasoning(0, 'SIG', 'Hm'), ...text(1, 'Yes'), finish('stop')])).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'SIG' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Yes' } },
      { type: 'content_block_stop', index: 1 },
      ...ending('end_turn'),
    ]);
  });

  it('keeps the signature last even when it was reported before the thinking', () => {
    const frames = blocksAndEnding([
      { kind: 'reasoning.started', at: at(0) },
      { kind: 'opaque.reported', at: at(0), name: 'signature', value: 'SIG' },
      { kind: 'reasoning.delta', at: at(0), text: 'late' },
      { kind: 'reasoning.completed', at: at(0) },
      finish('stop'),
    ]);
    expect(frames.slice(1, 3)).toMatchObject([
      { delta: { type: 'thinking_delta' } },
      { delta: { type: 'signature_delta' } },
    ]);
  });

  it('writes no signature where there was none', () => {
    expect(JSON.stringify(blocksAndEnding([...reasoning(0, undefined, 'Hm'), finish('stop')]))).not.toContain(
      'signature_delta',
    );
  });

  it('writes a thinking block that holds nothing but its signature', () => {
    expect(blocksAndEnding([...reasoning(0, 'SIG'), finish('stop')]).slice(0, 3)).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'SIG' } },
      { type: 'content_block_stop', index: 0 },
    ]);
  });

  it('writes a refusal as text and says so in the stop reason', () => {
    const frames = blocksAndEnding([
      { kind: 'refusal.delta', at: at(0), text: 'I ' },
      { kind: 'refusal.delta', at: at(0), text: 'cannot' },
      finish('stop'),
    ]);
    expect(frames).toEqual([
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'I ' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'cannot' } },
      { type: 'content_block_stop', index: 0 },
      ...ending('refusal'),
    ]);
  });

  it('writes a foreign block whole', () => {
    const block = { type: 'redacted_thinking', data: 'opaque' };
    const frames = blocksAndEnding([
      { kind: 'content.started', at: at(0), part: 'other', name: 'redacted_thinking' },
      { kind: 'opaque.reported', at: at(0), name: 'block', value: block },
      { kind: 'content.completed', at: at(0) },
      finish('stop'),
    ]);
    expect(frames.slice(0, 2)).toEqual([
      { type: 'content_block_start', index: 0, content_block: block },
      { type: 'content_block_stop', index: 0 },
    ]);
  });

  it('keeps a compaction block open for its delta', () => {
    const delta = { type: 'compaction_delta', content: 'summary' };
    const frames = blocksAndEnding([
      { kind: 'content.started', at: at(0), part: 'other', name: 'compaction' },
      { kind: 'opaque.reported', at: at(0), name: 'block', value: { type: 'compaction', content: null } },
      { kind: 'opaque.reported', at: at(0), name: 'compaction', value: delta },
      { kind: 'content.completed', at: at(0) },
      finish('compaction'),
    ]);
    expect(frames[1]).toEqual({ type: 'content_block_delta', index: 0, delta });
  });

  it('writes a call that the provider runs as a server tool, which asks nothing of the client', () => {
    const frames = blocksAndEnding([
      { kind: 'tool.started', at: at(0), owner: 'server', id: 'srvtoolu_1', name: 'web_search' },
      toolDelta(0, '{"query":"x"}'),
      { kind: 'tool.completed', at: at(0) },
      finish('stop'),
    ]);
    expect(frames[0]).toMatchObject({
      content_block: { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search' },
    });
    expect(frames.at(-2)).toMatchObject({ delta: { stop_reason: 'end_turn' } });
  });

  it('writes citations as deltas of their text', () => {
    const citation = { type: 'char_location', cited_text: 'x' };
    const frames = blocksAndEnding([
      { kind: 'content.started', at: at(0), part: 'text' },
      { kind: 'opaque.reported', at: at(0), name: 'citation', value: citation },
      { kind: 'content.delta', at: at(0), text: 'x' },
      { kind: 'content.completed', at: at(0) },
      finish('stop'),
    ]);
    expect(frames[1]).toEqual({ type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation } });
  });

  it('passes on why a request was refused', () => {
    const value = { type: 'refusal', category: 'cyber', explanation: null };
    const frames = blocksAndEnding([
      { kind: 'opaque.reported', at: at(0), name: 'refusal_details', value },
      finish('refusal'),
    ]);
    expect(frames[0]).toMatchObject({ delta: { stop_reason: 'refusal', stop_details: value } });
  });

  it.each(['encrypted_reasoning', 'thought_signature', 'logprobs'])('drops %s, which Messages cannot say', (name) => {
    const frames = blocksAndEnding([
      { kind: 'reasoning.started', at: at(0) },
      { kind: 'reasoning.delta', at: at(0), text: 'Hm' },
      { kind: 'opaque.reported', at: at(0), name, value: 'DROPPED' },
      finish('stop'),
    ]);
    expect(JSON.stringify(frames)).not.toContain('DROPPED');
  });

  it.each(['audio', 'image'] as const)('drops %s parts', (part) => {
    const frames = blocksAndEnding([
      { kind: 'content.started', at: at(0), part },
      { kind: 'content.delta', at: at(0), text: 'DROPPED' },
      { kind: 'content.completed', at: at(0) },
      finish('stop'),
    ]);
    expect(frames).toEqual(ending('end_turn'));
  });

  it('writes choice 0 only', () => {
    const frames = blocksAndEnding([
      ...text(0, 'first'),
      { kind: 'content.started', at: at(0, 1), part: 'text' },
      { kind: 'content.delta', at: at(0, 1), text: 'second' },
      finish('stop'),
      finish('length', 'length', 1),
    ]);
    expect(JSON.stringify(frames)).not.toContain('second');
    expect(frames.at(-2)).toMatchObject({ delta: { stop_reason: 'end_turn' } });
  });

  it('writes a ping for a heartbeat, never before the start', () => {
    const encoder = dialect.createEncoder(options);
    expect(encoder.push({ kind: 'heartbeat' })).toEqual([{ comments: ['ping'] }]);
    encoder.push(started);
    expect(encoder.push({ kind: 'heartbeat' }).map((frame) => frame.event)).toEqual(['message_start', 'ping']);
    expect(encoder.push({ kind: 'heartbeat' })).toEqual([{ event: 'ping', data: '{"type":"ping"}' }]);
  });

  it('closes a call that the token limit cut, with the fragments it got', () => {
    const frames = blocksAndEnding([toolStart(0, 'toolu_1', 'save'), toolDelta(0, '{"a": "b'), finish('length')]);
    expect(frames.slice(2)).toEqual([
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"a": "b' } },
      { type: 'content_block_stop', index: 0 },
      ...ending('max_tokens'),
    ]);
  });
});

describe('the end of a Messages stream', () => {
  it('is an error event and nothing after it when the upstream reports an error', () => {
    const frames = encodeAll(dialect, [
      started,
      ...text(0, 'Hal'),
      finish('stop'),
      failure({ class: 'overloaded', message: 'Overloaded' }),
      { kind: 'response.failed' },
      completed,
      ...text(1, 'more'),
    ]);
    expect(frames.at(-1)).toEqual({
      event: 'error',
      data: JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }),
    });
    expect(frames.map((frame) => frame.event)).not.toContain('message_stop');
  });

  it('is an error alone when the error comes before the message', () => {
    expect(encodeAll(dialect, [failure({ class: 'timeout' })]).map((frame) => frame.event)).toEqual(['error']);
  });

  it('is an error behind the start when the response had begun', () => {
    expect(encodeAll(dialect, [started, failure({})]).map((frame) => frame.event)).toEqual(['message_start', 'error']);
  });

  it('leaves a block open that an error cut', () => {
    const events = [started, toolStart(0, 'toolu_1', 'save'), toolDelta(0, '{"a'), failure({})];
    expect(encodeAll(dialect, events).map((frame) => frame.event)).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'error',
    ]);
  });

  it.each([
    ['no finish was reported', [started, ...text(0, 'Hi'), completed]],
    ['the finish is an error', [started, ...text(0, 'Hi'), finish('error', 'insufficient_system_resource'), completed]],
    ['the response failed and does not say why', [started, ...text(0, 'Hi'), { kind: 'response.failed' } as const]],
  ])('is an error, never an invented success, when %s', (_, events) => {
    const names = encodeAll(dialect, events).map((frame) => frame.event);
    expect(names.at(-1)).toBe('error');
    expect(names).not.toContain('message_delta');
  });

  it('ends an incomplete response as the finish says', () => {
    const frames = payloads(encodeAll(dialect, [started, finish('length'), { kind: 'response.incomplete' }]));
    expect(frames.slice(-2)).toEqual(ending('max_tokens'));
  });
});
