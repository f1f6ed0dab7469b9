import { describe, expect, it } from 'vitest';
import type { DomainEventBody } from '../../../../src/core/domain-event.ts';
import { dialect } from '../../../../src/dialects/openai-chat/index.ts';
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
  toolEnd,
  toolStart,
} from '../support/encoding.ts';
import { readChatStream } from '../support/openai-chat-rules.ts';

function chunk(delta: object, finishReason: string | null = null, index = 0): object {
  return {
    id: 'response-1',
    object: 'chat.completion.chunk',
    created: 1_700_000_000,
    model: 'model-1',
    choices: [{ index, delta, logprobs: null, finish_reason: finishReason }],
    usage: null,
  };
}

function chunks(events: readonly DomainEventBody[]): readonly object[] {
  return payloads(encodeAll(dialect, [started, ...events, completed]));
}

const role = chunk({ role: 'assistant', content: '', refusal: null });
const roleBeforeTool = chunk({ role: 'assistant', content: null, refusal: null });

describe('the Chat encoder', () => {
  it('writes data only, and the done text last', () => {
    const frames = encodeAll(dialect, [started, ...text(0, 'Hi'), finish('stop'), completed]);
    expect(
      frames.every(({ event, id, comments }) => event === undefined && id === undefined && comments === undefined),
    ).toBe(true);
    expect(frames.at(-1)).toEqual({ data: '[DONE]' });
    expect(frames.filter(({ data }) => data === '[DONE]')).toHaveLength(1);
  });

  it('writes a text answer: the role first, the finish on a chunk of its own', () => {
    expect(chunks([...text(0, 'Hel', 'lo'), finish('stop')])).toEqual([
      role,
      chunk({ content: 'Hel' }),
      chunk({ content: 'lo' }),
      chunk({}, 'stop'),
    ]);
  });

  it('takes id and model from the answer where it brings them', () => {
    const events = [{ kind: 'response.started', id: 'chatcmpl-9', model: 'm9' } as const, ...text(0, 'Hi')];
    expect(payloads(encodeAll(dialect, events)).every(({ id, model }) => id === 'chatcmpl-9' && model === 'm9')).toBe(
      true,
    );
  });

  it('writes an answer without parts', () => {
    expect(chunks([finish('stop')])).toEqual([role, chunk({}, 'stop')]);
  });

  it('opens a call with empty arguments and then sends fragments', () => {
    expect(chunks([...tool(0, 'call_1', 'add', '{"a"', ':1}'), finish('tool_calls')])).toEqual([
      roleBeforeTool,
      chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: { name: 'add', arguments: '' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{"a"' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: ':1}' } }] }),
      chunk({}, 'tool_calls'),
    ]);
  });

  it('sends {} for a call without arguments', () => {
    expect(chunks([...tool(0, 'call_1', 'now'), finish('tool_calls')]).slice(2)).toEqual([
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }),
      chunk({}, 'tool_calls'),
    ]);
  });

  it('sends {} at the end for a call that nobody completed, but not for one that the limit cut', () => {
    const sent = (kind: 'tool_calls' | 'length'): string | undefined => {
      const frames = encodeAll(dialect, [started, toolStart(0, 'call_1', 'now'), finish(kind), completed]);
      return readChatStream(frames).choices.get(0)?.tools[0]?.arguments;
    };
    expect(sent('tool_calls')).toBe('{}');
    expect(sent('length')).toBe('');
  });

  it('ignores fragments of a call that never began or has ended', () => {
    const events = [toolDelta(3, 'x'), ...tool(0, 'call_1', 'add', '1'), toolDelta(0, '2'), finish('tool_calls')];
    const read = readChatStream(encodeAll(dialect, [started, ...events, completed]));
    expect(read.choices.get(0)?.tools).toEqual([{ id: 'call_1', name: 'add', arguments: '1' }]);
  });

  it('counts calls in the order of their appearance, whatever parts stand between', () => {
    const events = [...text(0, 'a'), toolStart(1, 'x', 'first'), ...text(2, 'b'), toolStart(5, 'y', 'second')];
    const interleaved = [toolDelta(5, '2'), toolDelta(1, '1'), toolEnd(1), toolEnd(5), finish('tool_calls')];
    const read = readChatStream(encodeAll(dialect, [started, ...events, ...interleaved, completed]));
    expect(read.breaches).toEqual([]);
    expect(read.choices.get(0)).toMatchObject({
      content: 'ab',
      tools: [
        { id: 'x', arguments: '1' },
        { id: 'y', arguments: '2' },
      ],
    });
  });

  it('invents a stable id for a call that came without one', () => {
    const frames = encodeAll(dialect, [
      started,
      ...tool(0, '', 'a'),
      ...tool(1, '', 'b'),
      finish('tool_calls'),
      completed,
    ]);
    const ids = readChatStream(frames)
      .choices.get(0)
      ?.tools.map(({ id }) => id);
    expect(ids).toEqual([expect.stringMatching(/^call_[0-9a-f]+$/), expect.stringMatching(/^call_[0-9a-f]+$/)]);
    expect(new Set(ids).size).toBe(2);
  });

  it('writes reasoning as reasoning_content', () => {
    expect(chunks([...reasoning(0, 'SIG', 'Hm'), ...text(1, 'Yes'), finish('stop')])).toEqual([
      role,
      chunk({ reasoning_content: 'Hm' }),
      chunk({ content: 'Yes' }),
      chunk({}, 'stop'),
    ]);
  });

  it('writes a refusal in its own channel', () => {
    expect(chunks([{ kind: 'refusal.delta', at: at(0), text: 'No.' }, finish('refusal')])).toEqual([
      chunk({ role: 'assistant', content: null, refusal: '' }),
      chunk({ refusal: 'No.' }),
      chunk({}, 'stop'),
    ]);
  });

  it('drops calls that the provider runs itself, without a gap in the tool indexes', () => {
    const frames = encodeAll(dialect, [
      started,
      { kind: 'tool.started', at: at(0), owner: 'server', id: 's', name: 'web_search' },
      toolDelta(0, '{"query":"x"}'),
      toolEnd(0),
      ...tool(1, 'call_1', 'add', '{}'),
      finish('tool_calls'),
      completed,
    ]);
    const read = readChatStream(frames);
    expect(read.breaches).toEqual([]);
    expect(read.choices.get(0)?.tools).toEqual([{ id: 'call_1', name: 'add', arguments: '{}' }]);
  });

  it.each(['block', 'citation', 'signature', 'refusal_details', 'encrypted_reasoning', 'thought_signature'])(
    'drops the opaque value %s',
    (name) => {
      const events: readonly DomainEventBody[] = [
        { kind: 'content.started', at: at(0), part: 'other' },
        { kind: 'opaque.reported', at: at(0), name, value: { type: 'DROPPED' } },
        { kind: 'content.completed', at: at(0) },
        finish('stop'),
      ];
      expect(chunks(events)).toEqual([role, chunk({}, 'stop')]);
    },
  );

  it('passes logprobs on', () => {
    const value = { content: [{ token: 'a', logprob: -1, bytes: null, top_logprobs: [] }], refusal: null };
    const events: readonly DomainEventBody[] = [
      ...text(0, 'a'),
      { kind: 'opaque.reported', at: at(0), name: 'logprobs', value },
      finish('stop'),
    ];
    expect(chunks(events)[2]).toMatchObject({ choices: [{ delta: {}, logprobs: value, finish_reason: null }] });
  });

  it('writes several choices, each with its role and its finish', () => {
    const word = (choice: number, words: string): DomainEventBody => ({
      kind: 'content.delta',
      at: at(0, choice),
      text: words,
    });
    const events = [word(1, 'x'), word(0, 'a'), word(1, 'y'), toolStart(1, 'call_1', 'add', 1), toolDelta(1, '{}', 1)];
    const frames = encodeAll(dialect, [
      started,
      ...events,
      finish('tool_calls', 'tool_use', 1),
      finish('length', 'max_tokens', 0),
      completed,
    ]);
    const read = readChatStream(frames);
    expect(read.breaches).toEqual([]);
    expect(read.choices.get(0)).toMatchObject({ content: 'a', finish: 'length', tools: [] });
    expect(read.choices.get(1)).toMatchObject({ content: 'xy', finish: 'tool_calls', tools: [{ id: 'call_1' }] });
  });

  it('finishes choices in the order of their indexes, whichever came first', () => {
    const word = (choice: number): DomainEventBody => ({ kind: 'content.delta', at: at(0, choice), text: 'x' });
    const events = [word(2), word(0), word(1), finish('stop', '', 1), finish('stop', '', 2), finish('stop', '', 0)];
    expect(chunks(events).slice(-3)).toEqual([chunk({}, 'stop', 0), chunk({}, 'stop', 1), chunk({}, 'stop', 2)]);
  });

  it('writes a comment of its own for a heartbeat', () => {
    expect(dialect.createEncoder(options).push({ kind: 'heartbeat' })).toEqual([{ comments: ['keep-alive'] }]);
  });
});

describe('the end of a Chat stream', () => {
  const answer = [
    started,
    ...text(0, 'Hi'),
    finish('stop'),
    { kind: 'usage.reported', usage: { input: 3, output: 2 } } as const,
    completed,
  ];

  it('carries usage without choices between finish and done, and null usage before', () => {
    const frames = payloads(encodeAll(dialect, answer));
    expect(frames.slice(0, -1).map(({ usage }) => usage)).toEqual([null, null, null]);
    expect(frames.at(-1)).toMatchObject({
      choices: [],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    });
  });

  it('says nothing of usage that nobody asked for', () => {
    const frames = payloads(encodeAll(dialect, answer, { includeUsage: false }));
    expect(frames).toHaveLength(3);
    expect(frames.some((frame) => 'usage' in frame)).toBe(false);
  });

  it.each([{}, { input: 3 }, { output: 2 }, { total: 5 }])(
    'leaves the usage chunk out when all it knows is %o',
    (usage) => {
      const frames = payloads(
        encodeAll(dialect, [started, { kind: 'usage.reported', usage }, finish('stop'), completed]),
      );
      expect(frames.map((frame) => frame['usage'])).toEqual([null, null]);
    },
  );

  it('is an error frame without done when the upstream reports an error', () => {
    const events = [
      started,
      ...text(0, 'Hal'),
      finish('stop'),
      failure({ class: 'rate_limit', message: 'Slow down' }),
      { kind: 'response.failed' } as const,
      completed,
    ];
    const frames = encodeAll(dialect, events);
    expect(frames.at(-1)?.data).toBe(
      '{"error":{"message":"Slow down","type":"rate_limit_error","param":null,"code":"rate_limit_exceeded"}}',
    );
    expect(readChatStream(frames)).toMatchObject({ breaches: [], ended: 'error' });
    expect(readChatStream(frames).choices.get(0)?.finish).toBeUndefined();
  });

  it.each([
    ['no finish was reported', [started, ...text(0, 'Hi'), completed]],
    ['one of two choices has no finish', [started, ...text(0, 'Hi'), finish('stop', 'stop', 1), completed]],
    ['the finish is an error', [started, ...text(0, 'Hi'), finish('error', 'error'), completed]],
    ['there was no choice at all', [started, completed]],
    ['the response failed and does not say why', [started, ...text(0, 'Hi'), { kind: 'response.failed' } as const]],
  ])('is an error, never an invented success, when %s', (_, events) => {
    const frames = encodeAll(dialect, events);
    expect(payloads(frames).at(-1)).toHaveProperty('error.type', 'server_error');
    expect(frames.some(({ data }) => data === '[DONE]')).toBe(false);
    expect(JSON.stringify(payloads(frames))).not.toMatch(/"finish_reason":"/);
  });
});
