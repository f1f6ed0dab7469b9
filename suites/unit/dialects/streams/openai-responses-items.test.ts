import { describe, expect, it } from 'vitest';
import type { DomainEventBody } from '../../../../src/core/domain-event.ts';
import { dialect } from '../../../../src/dialects/openai-responses/index.ts';
import {
  at,
  completed,
  encodeAll,
  finish,
  payloads,
  reasoning,
  started,
  text,
  toolDelta,
  toolEnd,
  toolStart,
} from '../support/encoding.ts';
import { readResponsesStream } from '../support/openai-responses-rules.ts';

function read(events: readonly DomainEventBody[]) {
  return readResponsesStream(encodeAll(dialect, [started, ...events, finish('stop'), completed]));
}

const word = (part: number, words: string): DomainEventBody => ({ kind: 'content.delta', at: at(part), text: words });
const thought = (part: number, words: string): DomainEventBody => ({
  kind: 'reasoning.delta',
  at: at(part),
  text: words,
});

describe('items take turns', () => {
  it('texts in a row are parts of one message', () => {
    const { breaches, items } = read([...text(0, 'a'), ...text(1, 'b'), ...text(2, 'c')]);
    expect(breaches).toEqual([]);
    expect(items.map(({ type, texts }) => [type, texts])).toEqual([['message', ['a', 'b', 'c']]]);
  });

  it('a message ends where an item of another kind begins', () => {
    const events = [
      ...text(0, 'a'),
      toolStart(1, 'x', 'f'),
      toolEnd(1),
      ...text(2, 'b'),
      ...reasoning(3, undefined, 'c'),
    ];
    const { breaches, items } = read(events);
    expect(breaches).toEqual([]);
    expect(items.map(({ type }) => type)).toEqual(['message', 'function_call', 'message', 'reasoning']);
  });

  it('text gives way to reasoning and is taken up again', () => {
    const { breaches, items } = read([word(0, 'a'), thought(1, 'b'), word(0, 'c'), thought(1, 'd')]);
    expect(breaches).toEqual([]);
    expect(items.map(({ type, texts }) => [type, texts])).toEqual([
      ['message', ['a']],
      ['reasoning', ['b']],
      ['message', ['c']],
      ['reasoning', ['d']],
    ]);
  });

  it('an open call keeps its item, and what comes meanwhile waits for its end', () => {
    const events = [
      toolStart(0, 'x', 'f'),
      toolDelta(0, '{'),
      word(1, 'a'),
      thought(2, 'b'),
      toolDelta(0, '}'),
      word(1, 'c'),
    ];
    const { breaches, items } = read([...events, toolEnd(0), word(1, 'd')]);
    expect(breaches).toEqual([]);
    expect(items.map(({ type, texts }) => [type, texts])).toEqual([
      ['function_call', ['{}']],
      ['message', ['ac']],
      ['reasoning', ['b']],
      ['message', ['d']],
    ]);
  });

  it('calls that overlap come one after the other, each whole', () => {
    const events = [
      toolStart(0, 'x', 'f'),
      toolStart(1, 'y', 'g'),
      toolDelta(1, '2'),
      toolDelta(0, '1'),
      toolEnd(1),
      toolEnd(0),
    ];
    const { breaches, items } = read(events);
    expect(breaches).toEqual([]);
    expect(items.map(({ done }) => [done?.['call_id'], done?.['arguments']])).toEqual([
      ['x', '1'],
      ['y', '2'],
    ]);
  });

  it('a call that waits is written as soon as the one before it is complete', () => {
    const encoder = dialect.createEncoder({ id: 'r', model: 'm', created: 0, includeUsage: true });
    const push = (event: DomainEventBody): readonly unknown[] => payloads(encoder.push(event)).map(({ type }) => type);
    push(started);
    push(toolStart(0, 'x', 'f'));
    expect(push(toolStart(1, 'y', 'g'))).toEqual([]);
    expect(push(toolDelta(1, '{}'))).toEqual([]);
    expect(push(toolDelta(0, '{}'))).toEqual(['response.function_call_arguments.delta']);
    expect(push(toolEnd(0))).toEqual([
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.function_call_arguments.delta',
    ]);
    expect(push(toolEnd(1))).toEqual(['response.function_call_arguments.done', 'response.output_item.done']);
  });

  it('deltas are passed on as they come, not held back', () => {
    const encoder = dialect.createEncoder({ id: 'r', model: 'm', created: 0, includeUsage: true });
    const events = [
      started,
      ...text(0, 'a', 'b').slice(0, 3),
      thought(1, 'c'),
      toolStart(2, 'x', 'f'),
      toolDelta(2, '{'),
    ];
    expect(events.map((event) => encoder.push(event).length > 0)).toEqual(events.map(() => true));
  });

  it('encrypted reasoning that comes after its part was done makes an item of its own', () => {
    const late: DomainEventBody = { kind: 'opaque.reported', at: at(0), name: 'encrypted_reasoning', value: 'E' };
    const { breaches, items } = read([...reasoning(0, undefined, 'a'), late]);
    expect(breaches).toEqual([]);
    expect(items.map(({ done }) => [done?.['summary'], done?.['encrypted_content']])).toEqual([
      [[{ type: 'summary_text', text: 'a' }], undefined],
      [[], 'E'],
    ]);
  });

  it('an empty text is a part, an empty thought an item without a summary', () => {
    const { breaches, items } = read([...text(0), ...reasoning(1, undefined)]);
    expect(breaches).toEqual([]);
    expect(items.map(({ type, texts }) => [type, texts])).toEqual([
      ['message', ['']],
      ['reasoning', []],
    ]);
  });
});
