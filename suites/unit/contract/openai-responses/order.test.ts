import { describe, expect, it } from 'vitest';
import { isObject, type JsonObject, type JsonValue } from '../../../../src/core/json.ts';
import {
  changed,
  inserted,
  numbered,
  orderIds,
  orderIssues,
  readStream,
  type Stream,
  terminal,
  whole,
  without,
} from './streams.ts';

const is =
  (type: string, index?: JsonValue) =>
  (event: JsonObject): boolean =>
    event['type'] === type && (index === undefined || event['output_index'] === index);

/** The one event of this type (and item). */
function event(type: string, index?: JsonValue): JsonObject {
  return whole.find(is(type, index)) ?? {};
}

const set =
  (members: JsonObject) =>
  (given: JsonObject): JsonObject => ({ ...given, ...members });

const setIn =
  (key: string, members: JsonObject) =>
  (given: JsonObject): JsonObject => {
    const inner = given[key];
    return { ...given, [key]: isObject(inner) ? { ...inner, ...members } : members };
  };

const textDelta = event('response.output_text.delta');
const argumentsDelta = event('response.function_call_arguments.delta');

describe('a whole answer', () => {
  it('breaks nothing', () => {
    const reading = readStream(whole);
    expect(orderIds(reading)).toEqual([]);
    expect(reading.outcome).toMatchObject({ integrity: 'complete', phase: 'completed', id: 'resp_1', model: 'm' });
    expect(reading.outcome.counters.domain.lastSequence).toBe(whole.length - 1);
    expect(reading.outcome.choices[0]).toMatchObject({
      reasoning: 'Hm',
      text: 'Hello',
      refusal: 'No',
      tools: [{ id: 'call_1', name: 'add', argumentsRaw: '{"a":1}', completed: true, runnable: true }],
      finish: { kind: 'stop', raw: 'completed' },
    });
  });

  it.each<[string, Stream]>([
    ['has no snapshot after the first', without(whole, 'response.in_progress')],
    ['is kept alive', inserted(whole, 'response.output_text.delta', { type: 'keepalive' })],
    ['has no output in its last snapshot', [...whole.slice(0, -1), terminal({ output: undefined })]],
    ['gives its text in the done events alone', without(whole, 'response.output_text.delta')],
    ['gives its arguments in the done events alone', without(whole, 'response.function_call_arguments.delta')],
    ['gives its summary in the done events alone', without(whole, 'response.reasoning_summary_text.delta')],
  ])('may be one that %s', (_, stream) => {
    const { outcome, issues } = readStream(stream);
    expect(orderIds({ issues })).toEqual([]);
    expect(outcome.choices[0]).toMatchObject({ text: 'Hello', reasoning: 'Hm', tools: [{ argumentsRaw: '{"a":1}' }] });
  });

  it('has a heartbeat for each keepalive', () => {
    const { events } = readStream(inserted(whole, 'response.output_text.delta', { type: 'keepalive' }));
    expect(events.filter(({ kind }) => kind === 'heartbeat')).toHaveLength(1);
  });
});

describe('the order of a Responses stream is broken when', () => {
  it.each<[string, Stream, readonly string[]]>([
    [
      'it does not begin with response.created',
      numbered(whole.slice(1)).slice(0, 1),
      ['state.start.response.in_progress', 'terminal.missing'],
    ],
    [
      'a keepalive comes before it',
      inserted(whole, 'response.created', { type: 'keepalive' }),
      ['state.start.keepalive'],
    ],
    [
      'it begins twice',
      inserted(whole, 'response.in_progress', event('response.created')),
      ['state.body.response.created'],
    ],
    [
      'an event belongs to no item',
      inserted(whole, 'response.completed', { ...textDelta, output_index: 7 }),
      ['item.not-open', 'item.snapshot-count'],
    ],
    [
      'an event belongs to an item that is done',
      inserted(whole, 'response.completed', textDelta),
      ['item.not-open', 'response.output_text.delta-after-done'],
    ],
    [
      'the first item has index 1',
      changed(
        whole,
        (e) => 'output_index' in e,
        (e) => ({
          ...e,
          output_index: Number(e['output_index']) + 1,
        }),
      ),
      ['item.gap', 'item.sum.final', 'item.unknown'],
    ],
    [
      'an index comes twice',
      inserted(whole, 'response.completed', event('response.output_item.added', 0)),
      ['item.duplicate', 'item.unclosed'],
    ],
    [
      'two items are open at once',
      inserted(
        without(whole, 'response.output_item.done', 0),
        'response.function_call_arguments.done',
        event('response.output_item.done', 0),
      ),
      ['item.overlap'],
    ],
    ['an item is never done', without(whole, 'response.output_item.done', 2), ['item.unclosed']],
    [
      'the first part has index 1',
      changed(
        whole,
        (e) => 'content_index' in e,
        (e) => ({
          ...e,
          content_index: Number(e['content_index']) + 1,
        }),
      ),
      ['part.gap', 'part.unknown'],
    ],
    ['a delta comes without its part', without(whole, 'response.content_part.added'), ['part.not-open']],
    ['a summary comes without its part', without(whole, 'response.reasoning_summary_part.added'), ['summary.not-open']],
    ['a part is never done', without(whole, 'response.content_part.done'), ['part.overlap', 'part.unclosed']],
    ['a summary is never done', without(whole, 'response.reasoning_summary_part.done'), ['summary.unclosed']],
    [
      'a part opens in a call',
      inserted(whole, 'response.function_call_arguments.delta', {
        ...event('response.content_part.added'),
        output_index: 2,
        item_id: argumentsDelta['item_id'],
      }),
      ['part.in-item', 'part.unclosed'],
    ],
    [
      'a delta comes after the text is done',
      inserted(whole, 'response.content_part.done', textDelta),
      ['response.output_text.delta-after-done', 'part.sum.text'],
    ],
    [
      'arguments come after they are done',
      inserted(whole, 'response.completed').flatMap((e) =>
        is('response.output_item.done', 2)(e) ? [argumentsDelta, e] : [e],
      ),
      ['sequence.falling', 'response.function_call_arguments.delta-after-done', 'item.sum.arguments', 'sequence.gap'],
    ],
    [
      'text goes into a refusal',
      changed(whole, is('response.refusal.delta'), set({ type: 'response.output_text.delta' })),
      ['response.output_text.kind'],
    ],
    [
      'arguments go into a message',
      inserted(whole, 'response.content_part.done', {
        ...argumentsDelta,
        output_index: 1,
        item_id: textDelta['item_id'],
      }),
      ['response.function_call_arguments.kind'],
    ],
    [
      'an item has events of another kind',
      inserted(whole, 'response.content_part.done', {
        type: 'response.web_search_call.searching',
        output_index: 1,
        item_id: textDelta['item_id'],
      }),
      ['progress.kind'],
    ],
    ['the done text is missing', without(whole, 'response.output_text.done'), ['part.done-missing']],
    ['the done refusal is missing', without(whole, 'response.refusal.done'), ['part.done-missing']],
    ['the done summary is missing', without(whole, 'response.reasoning_summary_text.done'), ['summary.done-missing']],
    ['the done arguments are missing', without(whole, 'response.function_call_arguments.done'), ['item.done-missing']],
    [
      'an event comes that only other servers send',
      inserted(whole, 'response.output_text.delta', {
        type: 'response.reasoning.delta',
        delta: 'x',
      }),
      ['state.body.response.reasoning.delta'],
    ],
    ['an event comes after the end', numbered([...whole, textDelta]), ['after-end.response.output_text.delta']],
    ['it ends twice', numbered([...whole, event('response.completed')]), ['after-end.response.completed']],
    ['it does not end', whole.slice(0, -1), ['terminal.missing']],
  ])('%s', (_, stream, ids) => {
    expect([...orderIds(readStream(stream))].toSorted()).toEqual([...ids].toSorted());
  });
});

describe('the identity of a Responses stream is broken when', () => {
  it.each<[string, Stream, readonly string[]]>([
    ['the id of the response changes', [...whole.slice(0, -1), terminal({ id: 'resp_2' })], ['constant/response/id']],
    [
      'a delta names another item',
      changed(whole, is('response.output_text.delta'), set({ item_id: 'msg_x' })),
      ['item.changed.item_id'],
    ],
    ['an item has no id', changed(whole, is('response.output_item.added', 1), setIn('item', { id: '' })), ['item.id']],
    [
      'another call is done than was begun',
      changed(whole, is('response.output_item.done', 2), setIn('item', { call_id: 'call_9' })),
      ['item.changed.call', 'item.sum.final'],
    ],
    [
      'a call is renamed',
      changed(whole, is('response.output_item.done', 2), setIn('item', { name: 'sub' })),
      ['item.changed.name', 'item.sum.final'],
    ],
    [
      'a call has no id of its own',
      changed(whole, (e) => isObject(e['item']) && 'call_id' in e['item'], setIn('item', { call_id: '' })),
      ['tool.call', 'item.sum.final'],
    ],
    [
      'a call has no name',
      changed(whole, is('response.output_item.added', 2), setIn('item', { name: '' })),
      ['tool.name'],
    ],
  ])('%s', (_, stream, ids) => {
    expect(orderIds(readStream(stream))).toEqual(ids);
  });
});

describe('what is done is not what was streamed when', () => {
  const part = { type: 'output_text', annotations: [], logprobs: [], text: 'Hell' };
  it.each<[string, Stream, readonly string[]]>([
    [
      'the done text differs',
      changed(whole, is('response.output_text.done'), set({ text: 'Hell' })),
      ['part.sum.text'],
    ],
    [
      'the done part differs',
      changed(whole, (e) => is('response.content_part.done')(e) && e['content_index'] === 0, set({ part })),
      ['part.sum.text'],
    ],
    [
      'the done refusal differs',
      changed(whole, is('response.refusal.done'), set({ refusal: 'Yes' })),
      ['part.sum.refusal'],
    ],
    [
      'the done summary differs',
      changed(whole, is('response.reasoning_summary_text.done'), set({ text: 'H' })),
      ['summary.sum.reasoning'],
    ],
    [
      'the done arguments differ',
      changed(whole, is('response.function_call_arguments.done'), set({ arguments: '{}' })),
      ['item.sum.arguments'],
    ],
    [
      'the done item differs',
      changed(whole, is('response.output_item.done', 2), setIn('item', { arguments: '{}' })),
      ['item.sum.arguments', 'item.sum.final'],
    ],
    [
      'the text of the done item differs',
      changed(whole, is('response.output_item.done', 1), setIn('item', { content: [part] })),
      ['part.sum.text', 'item.sum.final'],
    ],
    [
      'a delta was lost',
      numbered(whole.toSpliced(whole.findIndex(is('response.output_text.delta')), 1)),
      ['part.sum.text'],
    ],
  ])('%s', (_, stream, ids) => {
    expect(orderIds(readStream(stream))).toEqual(ids);
  });

  const items = event('response.completed')['response'];
  const output = isObject(items) && Array.isArray(items['output']) ? items['output'] : [];
  it.each<[string, JsonValue, string]>([
    ['an item of the snapshot differs', output.with(2, { ...output[2], arguments: '{"a":2}' }), 'item.sum.final'],
    ['the snapshot lacks an item', output.slice(0, 2), 'item.snapshot-count'],
    ['the snapshot is empty', [], 'item.snapshot-count'],
    ['the snapshot has one more', [...output, output[0]], 'item.unknown'],
  ])('%s, which is called snapshot_hash_mismatch', (_, changedOutput, id) => {
    const found = orderIssues(readStream([...whole.slice(0, -1), terminal({ output: changedOutput })]));
    expect(found.map((issue) => [issue.id, issue.cause])).toContainEqual([id, 'snapshot_hash_mismatch']);
    expect(
      found.every(({ cause, level }) => cause === 'snapshot_hash_mismatch' && ['BRK', 'SPEC'].includes(level)),
    ).toBe(true);
  });

  it('the last item differs in what is encrypted anew is no difference', () => {
    const encrypted = (value: string) => setIn('item', { encrypted_content: value });
    const stream = changed(whole, is('response.output_item.done', 0), encrypted('A'));
    const final = output.with(0, { ...output[0], encrypted_content: 'B' });
    const { issues, outcome } = readStream([...stream.slice(0, -1), terminal({ output: final })]);
    expect(orderIds({ issues })).toEqual([]);
    expect(outcome.choices[0]?.parts[0]?.opaque).toEqual([{ name: 'encrypted_reasoning', value: 'A' }]);
  });
});

describe('the numbers of a Responses stream', () => {
  it.each<[string, Stream, string, string]>([
    ['are missing', whole.map((e) => ({ ...e, sequence_number: undefined })), 'sequence.absent', 'SPEC'],
    ['begin with 1', whole.map((e, index) => ({ ...e, sequence_number: index + 1 })), 'sequence.gap', 'OBS'],
    ['leave one out', whole.toSpliced(1, 1), 'sequence.gap', 'OBS'],
    ['repeat one', whole.with(4, { ...whole[4], sequence_number: 3 }), 'sequence.falling', 'SPEC'],
  ])('that %s are found', (_, stream, id, level) => {
    expect(orderIssues(readStream(stream))).toContainEqual(expect.objectContaining({ id, level }));
  });

  it('go on where a stream was resumed', () => {
    const resumed = whole.slice(1).map((e, index) => ({ ...e, sequence_number: index + 5 }));
    expect(orderIds(readStream(resumed, { facts: { startingAfter: 4 } }))).toEqual([]);
    expect(orderIds(readStream(resumed, { facts: { startingAfter: 9 } }))).toContain('sequence.falling');
  });
});
