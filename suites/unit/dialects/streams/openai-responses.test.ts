import { describe, expect, it } from 'vitest';
import type { DomainEventBody } from '../../../../src/core/domain-event.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import { dialect } from '../../../../src/dialects/openai-responses/index.ts';
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
import { readResponsesStream } from '../support/openai-responses-rules.ts';

/** The payloads between `response.in_progress` and the terminal event, without what every event has. */
function steps(events: readonly DomainEventBody[]): readonly JsonObject[] {
  return payloads(encodeAll(dialect, [started, ...events, completed]))
    .slice(2, -1)
    .map(({ sequence_number: _, ...rest }) => rest);
}

function read(events: readonly DomainEventBody[]) {
  return readResponsesStream(encodeAll(dialect, [started, ...events, completed]));
}

const messageId = expect.stringMatching(/^msg_[0-9a-f]{12}$/);
const callId = expect.stringMatching(/^fc_[0-9a-f]{12}$/);
const reasoningId = expect.stringMatching(/^rs_[0-9a-f]{12}$/);
const part = (words: string): object => ({ type: 'output_text', annotations: [], logprobs: [], text: words });
const opaque = (index: number, name: string, value: JsonObject | string | readonly JsonObject[]): DomainEventBody => ({
  kind: 'opaque.reported',
  at: at(index),
  name,
  value,
});

/** A token as Chat and Responses report it. */
const token = (text: string): JsonObject => ({ token: text, logprob: -0.5, bytes: null, top_logprobs: [] });

describe('the Responses encoder', () => {
  it('names each event in its event line, numbers it from 0, and ends with the terminal event', () => {
    const frames = encodeAll(dialect, [started, ...text(0, 'Hi'), finish('stop'), completed]);
    const events = payloads(frames);
    expect(frames.map(({ event }) => event)).toEqual(events.map(({ type }) => type));
    expect(events.map(({ sequence_number: number }) => number)).toEqual(events.map((_, index) => index));
    expect(frames.at(-1)?.event).toBe('response.completed');
  });

  it('begins with two snapshots that hold no output and no usage', () => {
    const [first, second] = payloads(encodeAll(dialect, [started]));
    expect(first).toEqual({
      type: 'response.created',
      sequence_number: 0,
      response: {
        id: 'response-1',
        object: 'response',
        created_at: 1_700_000_000,
        status: 'in_progress',
        error: null,
        incomplete_details: null,
        instructions: null,
        model: 'model-1',
        output: [],
        parallel_tool_calls: true,
        temperature: null,
        tool_choice: 'auto',
        tools: [],
        top_p: null,
        usage: null,
        metadata: {},
      },
    });
    expect(second).toMatchObject({ type: 'response.in_progress', response: { status: 'in_progress' } });
  });

  it('writes a text answer as one part of one message', () => {
    const place = { item_id: messageId, output_index: 0, content_index: 0 };
    const item = { id: messageId, type: 'message', status: 'in_progress', content: [], role: 'assistant' };
    expect(steps([...text(0, 'Hel', 'lo'), finish('stop')])).toEqual([
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.content_part.added', ...place, part: part('') },
      { type: 'response.output_text.delta', ...place, delta: 'Hel', logprobs: [] },
      { type: 'response.output_text.delta', ...place, delta: 'lo', logprobs: [] },
      { type: 'response.output_text.done', ...place, text: 'Hello', logprobs: [] },
      { type: 'response.content_part.done', ...place, part: part('Hello') },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...item, status: 'completed', content: [part('Hello')] },
      },
    ]);
  });

  it('writes a call with its own id beside that of its item', () => {
    const place = { item_id: callId, output_index: 0 };
    const item = { id: callId, type: 'function_call', call_id: 'call_1', name: 'add' };
    expect(steps([...tool(0, 'call_1', 'add', '{"a"', ':1}'), finish('tool_calls')])).toEqual([
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', arguments: '' } },
      { type: 'response.function_call_arguments.delta', ...place, delta: '{"a"' },
      { type: 'response.function_call_arguments.delta', ...place, delta: ':1}' },
      { type: 'response.function_call_arguments.done', ...place, arguments: '{"a":1}' },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { ...item, status: 'completed', arguments: '{"a":1}' },
      },
    ]);
  });

  it('writes reasoning as a summary, and drops a signature that OpenAI did not make', () => {
    const place = { item_id: reasoningId, output_index: 0, summary_index: 0 };
    const summary = (words: string): object => ({ type: 'summary_text', text: words });
    expect(steps([...reasoning(0, 'SIGNATURE', 'H', 'm'), finish('stop')])).toEqual([
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { id: reasoningId, type: 'reasoning', summary: [] },
      },
      { type: 'response.reasoning_summary_part.added', ...place, part: summary('') },
      { type: 'response.reasoning_summary_text.delta', ...place, delta: 'H' },
      { type: 'response.reasoning_summary_text.delta', ...place, delta: 'm' },
      { type: 'response.reasoning_summary_text.done', ...place, text: 'Hm' },
      { type: 'response.reasoning_summary_part.done', ...place, part: summary('Hm') },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { id: reasoningId, type: 'reasoning', summary: [summary('Hm')] },
      },
    ]);
  });

  it('gives encrypted reasoning back, with or without a summary', () => {
    const events: readonly DomainEventBody[] = [
      { kind: 'reasoning.started', at: at(0) },
      opaque(0, 'encrypted_reasoning', 'ENCRYPTED'),
      { kind: 'reasoning.completed', at: at(0) },
      finish('stop'),
    ];
    expect(steps(events)).toEqual([
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { id: reasoningId, type: 'reasoning', summary: [] },
      },
      {
        type: 'response.output_item.done',
        output_index: 0,
        item: { id: reasoningId, type: 'reasoning', encrypted_content: 'ENCRYPTED', summary: [] },
      },
    ]);
  });

  it('writes a refusal as a part of its own, behind text in the same message', () => {
    const { items, breaches } = read([
      ...text(0, 'Well.'),
      { kind: 'refusal.delta', at: at(1), text: 'No' },
      { kind: 'refusal.delta', at: at(1), text: '.' },
      finish('refusal'),
    ]);
    expect(breaches).toEqual([]);
    expect(items).toMatchObject([
      { type: 'message', done: { content: [{ text: 'Well.' }, { type: 'refusal', refusal: 'No.' }] } },
    ]);
  });

  it('takes id and model from the answer where it brings them', () => {
    const events = [{ kind: 'response.started', id: 'resp_9', model: 'm9' } as const, ...text(0, 'Hi'), finish('stop')];
    const snapshots = payloads(encodeAll(dialect, [...events, completed])).flatMap(({ response }) => response ?? []);
    expect(snapshots).toHaveLength(3);
    expect(snapshots).toEqual(snapshots.map(() => expect.objectContaining({ id: 'resp_9', model: 'm9' })));
  });

  it('gives items ids that depend on the answer and their place alone', () => {
    const ids = (id: string): readonly string[] =>
      readResponsesStream(
        encodeAll(dialect, [{ kind: 'response.started', id }, ...text(0, 'a'), ...tool(1, 'c', 'f'), ...text(2, 'b')]),
      ).items.map((item) => item.id);
    expect(ids('resp_1')).toEqual(ids('resp_1'));
    expect(new Set([...ids('resp_1'), ...ids('resp_2')]).size).toBe(6);
  });

  it('sends {} for a call without arguments, but not for one that the limit cut', () => {
    expect(read([...tool(0, 'call_1', 'now'), finish('tool_calls')]).items[0]?.done).toMatchObject({ arguments: '{}' });
    expect(read([toolStart(0, 'call_1', 'now'), finish('stop')]).items[0]?.done).toMatchObject({ arguments: '{}' });
    expect(read([toolStart(0, 'call_1', 'now'), finish('length')]).items[0]?.done).toMatchObject({
      arguments: '',
      status: 'incomplete',
    });
  });

  it('invents stable ids for calls that came without one', () => {
    const ids = read([...tool(0, '', 'a'), ...tool(1, '', 'b'), finish('tool_calls')]).items.map(
      ({ done }) => done?.['call_id'],
    );
    expect(ids).toEqual([expect.stringMatching(/^call_[0-9a-f]+$/), expect.stringMatching(/^call_[0-9a-f]+$/)]);
    expect(new Set(ids).size).toBe(2);
  });

  it('ignores fragments of a call that never began or has ended', () => {
    const events = [toolDelta(3, 'x'), ...tool(0, 'call_1', 'add', '1'), toolDelta(0, '2'), finish('tool_calls')];
    expect(read(events).items.map(({ done }) => done)).toMatchObject([{ call_id: 'call_1', arguments: '1' }]);
  });

  it('writes annotations in the part, before its done event and again in it', () => {
    const annotation = { type: 'url_citation', url: 'u', title: 't', start_index: 0, end_index: 1 };
    const [start, delta, end] = text(0, 'Hi');
    const events = [start, delta, opaque(0, 'annotation', annotation), end].flatMap((event) => event ?? []);
    const written = steps([...events, finish('stop')]);
    expect(written[3]).toMatchObject({
      type: 'response.output_text.annotation.added',
      annotation_index: 0,
      annotation,
    });
    expect(written[5]).toMatchObject({ type: 'response.content_part.done', part: { annotations: [annotation] } });
    expect(read([...events, finish('stop')]).breaches).toEqual([]);
  });

  it.each([
    ['of Chat, one chunk after the other', [{ content: [token('H')], refusal: null }, { content: [token('i')] }]],
    ['of this dialect, all at once', [[token('H'), token('i')]]],
  ])('keeps the logprobs %s for the done events', (_, values) => {
    const tokens = [token('H'), token('i')];
    const [start, delta, end] = text(0, 'Hi');
    const reports = values.map(
      (value): DomainEventBody => ({ kind: 'opaque.reported', at: at(0), name: 'logprobs', value }),
    );
    const written = steps([start, delta, ...reports, end, finish('stop')].flatMap((event) => event ?? []));
    expect(written[3]).toMatchObject({ type: 'response.output_text.done', logprobs: tokens });
    expect(written[4]).toMatchObject({ type: 'response.content_part.done', part: { logprobs: tokens } });
    expect(written[1]).toMatchObject({ type: 'response.content_part.added', part: { logprobs: [] } });
  });

  it('writes an item that it does not interpret as it came', () => {
    const item = { id: 'ms_1', type: 'memory_search', status: 'completed', found: [{ text: 'x' }] };
    const events: readonly DomainEventBody[] = [
      { kind: 'content.started', at: at(0), part: 'other', name: 'memory_search' },
      opaque(0, 'item', item),
      { kind: 'content.completed', at: at(0) },
      ...text(1, 'Found.'),
      finish('stop'),
    ];
    expect(steps(events).slice(0, 2)).toEqual([
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
    ]);
    expect(read(events)).toMatchObject({ breaches: [], items: [{ id: 'ms_1' }, { type: 'message' }] });
  });

  it.each([
    ['web_search_call', { action: { type: 'search', query: 'x' } }, ['in_progress', 'searching', 'completed']],
    ['image_generation_call', { result: 'aW1hZ2U=' }, ['in_progress', 'generating', 'completed']],
  ])('tells how the provider ran a %s, as the provider does', (type, brought, phases) => {
    const item = { id: 'it_1', type, status: 'completed', ...brought };
    const events: readonly DomainEventBody[] = [
      { kind: 'content.started', at: at(0), part: 'other', name: type },
      opaque(0, 'item', item),
      { kind: 'content.completed', at: at(0) },
      ...text(1, 'Done.'),
      finish('stop'),
    ];
    const place = { item_id: 'it_1', output_index: 0 };
    expect(steps(events).slice(0, 5)).toEqual([
      { type: 'response.output_item.added', output_index: 0, item: { id: 'it_1', type, status: 'in_progress' } },
      ...phases.map((phase) => ({ type: `response.${type}.${phase}`, ...place })),
      { type: 'response.output_item.done', output_index: 0, item },
    ]);
    expect(read(events)).toMatchObject({ breaches: [], items: [{ id: 'it_1' }, { type: 'message' }] });
  });

  it('claims no progress for a run that failed', () => {
    const item = { id: 'ws_1', type: 'web_search_call', status: 'failed' };
    const events: readonly DomainEventBody[] = [
      { kind: 'content.started', at: at(0), part: 'other', name: 'web_search_call' },
      opaque(0, 'item', item),
      { kind: 'content.completed', at: at(0) },
      finish('stop'),
    ];
    expect(steps(events).slice(0, 2)).toEqual([
      { type: 'response.output_item.added', output_index: 0, item },
      { type: 'response.output_item.done', output_index: 0, item },
    ]);
  });

  it('drops calls that another provider runs itself, without a gap in the indexes', () => {
    const events: readonly DomainEventBody[] = [
      { kind: 'tool.started', at: at(0), owner: 'server', id: 's', name: 'web_search' },
      toolDelta(0, '{"query":"x"}'),
      toolEnd(0),
      ...tool(1, 'call_1', 'add', '{}'),
      finish('tool_calls'),
    ];
    expect(read(events)).toMatchObject({ breaches: [], items: [{ type: 'function_call' }] });
    expect(read(events).items).toHaveLength(1);
  });

  it.each(['block', 'citation', 'signature', 'refusal_details', 'thought_signature', 'compaction'])(
    'drops the opaque value %s',
    (name) => {
      const events: readonly DomainEventBody[] = [
        { kind: 'content.started', at: at(0), part: 'other' },
        opaque(0, name, { type: 'DROPPED' }),
        { kind: 'content.completed', at: at(0) },
        finish('stop'),
      ];
      expect(steps(events)).toEqual([]);
    },
  );

  it('writes choice 0 only', () => {
    const other: readonly DomainEventBody[] = [
      { kind: 'content.delta', at: at(0, 1), text: 'second' },
      toolStart(1, 'c', 'f', 1),
      finish('length', 'length', 1),
    ];
    expect(read([...other, ...text(0, 'first'), finish('stop')])).toMatchObject({
      breaches: [],
      ended: 'completed',
      items: [{ texts: ['first'] }],
    });
  });

  it('writes a comment of its own for a heartbeat, whenever it comes, but none after the end', () => {
    const encoder = dialect.createEncoder(options);
    expect(encoder.push({ kind: 'heartbeat' })).toEqual([{ comments: ['keepalive'] }]);
    expect(encoder.push(started)).toHaveLength(2);
    expect(encoder.push({ kind: 'heartbeat' })).toEqual([{ comments: ['keepalive'] }]);
    encoder.push({ kind: 'response.failed' });
    expect(encoder.push({ kind: 'heartbeat' })).toEqual([]);
  });
});

describe('the end of a Responses stream', () => {
  const usage = { kind: 'usage.reported', usage: { input: 3, output: 2, cacheRead: 1, reasoning: 1 } } as const;
  const answer = [started, ...text(0, 'Hi'), finish('stop'), usage, completed];

  it('is a snapshot of all items, with the usage', () => {
    const frames = encodeAll(dialect, answer);
    expect(readResponsesStream(frames)).toMatchObject({ breaches: [], ended: 'completed' });
    expect(payloads(frames).at(-1)).toMatchObject({
      type: 'response.completed',
      response: {
        status: 'completed',
        incomplete_details: null,
        output: [{ type: 'message', status: 'completed', content: [{ text: 'Hi' }] }],
        usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
      },
    });
  });

  it.each([{}, { input: 3 }, { output: 2 }, { total: 5 }])('has null usage when all it knows is %o', (known) => {
    const events = [started, { kind: 'usage.reported', usage: known } as const, finish('stop'), completed];
    expect(payloads(encodeAll(dialect, events)).at(-1)).toHaveProperty('response.usage', null);
  });

  it.each([
    ['length', 'max_output_tokens'],
    ['content_filter', 'content_filter'],
    ['refusal', 'content_filter'],
  ] as const)('after %s is incomplete for %s, and so is the last item', (kind, reason) => {
    const frames = encodeAll(dialect, [
      started,
      ...reasoning(0, undefined, 'Hm'),
      ...text(1, 'Hal'),
      finish(kind),
      completed,
    ]);
    expect(readResponsesStream(frames)).toMatchObject({
      breaches: [],
      ended: 'incomplete',
      final: { incomplete_details: { reason }, output: [{ type: 'reasoning' }, { status: 'incomplete' }] },
    });
  });

  it('after a limit leaves whole calls whole, and says of each other that it is incomplete', () => {
    const events = [
      ...tool(0, 'a', 'f', '{}'),
      toolStart(1, 'b', 'g'),
      toolStart(2, 'c', 'h'),
      toolDelta(2, '{"x'),
      toolDelta(1, '{"y'),
    ];
    const { breaches, items } = read([...events, finish('length')]);
    expect(breaches).toEqual([]);
    expect(items.map(({ done }) => [done?.['call_id'], done?.['status'], done?.['arguments']])).toEqual([
      ['a', 'completed', '{}'],
      ['b', 'incomplete', '{"y'],
      ['c', 'incomplete', '{"x'],
    ]);
  });

  it('after a pause is incomplete with whole items: more is to come', () => {
    expect(read([...text(0, 'Wait.'), finish('pause', 'pause_turn')])).toMatchObject({
      ended: 'incomplete',
      final: { incomplete_details: { reason: 'max_messages' }, output: [{ status: 'completed' }] },
    });
  });

  it('after a refusal in words is completed, as OpenAI says it', () => {
    expect(read([{ kind: 'refusal.delta', at: at(0), text: 'No.' }, finish('refusal')])).toMatchObject({
      ended: 'completed',
      final: { incomplete_details: null },
    });
  });

  it('is a nested error and a failed response when the upstream reports an error', () => {
    const events = [
      started,
      ...text(0, 'whole'),
      ...tool(1, 'call_1', 'f', '{}'),
      { kind: 'content.delta', at: at(2), text: 'hal' } as const,
      finish('stop'),
      failure({ class: 'rate_limit', message: 'Slow down' }),
      { kind: 'response.failed' } as const,
      completed,
    ];
    const frames = encodeAll(dialect, events);
    expect(readResponsesStream(frames)).toMatchObject({ breaches: [], ended: 'failed' });
    expect(payloads(frames).slice(-2)).toMatchObject([
      {
        type: 'error',
        error: { type: 'rate_limit_error', code: 'rate_limit_exceeded', message: 'Slow down', param: null },
      },
      {
        type: 'response.failed',
        response: {
          status: 'failed',
          error: { code: 'rate_limit_exceeded', message: 'Slow down' },
          usage: null,
          output: [
            { status: 'completed', content: [{ text: 'whole' }] },
            { call_id: 'call_1', status: 'completed' },
            { status: 'incomplete', content: [{ text: 'hal' }] },
          ],
        },
      },
    ]);
  });

  it('gives a failed response a code even where the error has none', () => {
    const [error, failed] = payloads(encodeAll(dialect, [started, failure({ class: 'permission' })])).slice(-2);
    expect(error).toHaveProperty('error.code', null);
    expect(failed).toHaveProperty('response.error.code', 'permission_error');
  });

  it('begins before it fails, even where the error comes first', () => {
    const frames = encodeAll(dialect, [failure({ class: 'overloaded' })]);
    expect(payloads(frames).map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'error',
      'response.failed',
    ]);
    expect(readResponsesStream(frames).breaches).toEqual([]);
  });

  it.each([
    ['no finish was reported', [started, ...text(0, 'Hi'), completed]],
    ['only another choice has a finish', [started, ...text(0, 'Hi'), finish('stop', 'stop', 1), completed]],
    ['the finish is an error', [started, ...text(0, 'Hi'), finish('error', 'error'), completed]],
    ['there was nothing at all', [completed]],
    ['the response failed and does not say why', [started, ...text(0, 'Hi'), { kind: 'response.failed' } as const]],
  ])('is a failure, never an invented success, when %s', (_, events) => {
    const frames = encodeAll(dialect, events);
    expect(readResponsesStream(frames)).toMatchObject({ breaches: [], ended: 'failed' });
    expect(payloads(frames).at(-2)).toMatchObject({ type: 'error', error: { type: 'server_error' } });
  });
});
