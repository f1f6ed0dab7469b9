import { describe, expect, it } from 'vitest';
import type { DomainEventBody } from '../../../../src/core/domain-event.ts';
import { dialect } from '../../../../src/dialects/anthropic-messages/index.ts';
import { readMessagesStream } from '../support/anthropic-messages-rules.ts';
import {
  at,
  completed,
  encodeAll,
  finish,
  payloads,
  started,
  text,
  toolDelta,
  toolEnd,
  toolStart,
} from '../support/encoding.ts';

/** What a strict reader makes of the stream: block kinds with their contents, in order. */
function blocks(events: readonly DomainEventBody[]): readonly string[] {
  const read = readMessagesStream(encodeAll(dialect, [started, ...events, completed]));
  expect(read.breaches).toEqual([]);
  return read.blocks.map(({ kind, content }) => `${kind}:${content}`);
}

const delta = (part: number, words: string): DomainEventBody => ({ kind: 'content.delta', at: at(part), text: words });
const think = (part: number, words: string): DomainEventBody => ({
  kind: 'reasoning.delta',
  at: at(part),
  text: words,
});

describe('parts that overlap, written as Messages blocks', () => {
  it('keeps the first call open and the second waiting, each with complete arguments', () => {
    const events = [
      toolStart(0, 'a', 'first'),
      toolStart(1, 'b', 'second'),
      toolDelta(0, '{"x"'),
      toolDelta(1, '{"y"'),
      toolDelta(0, ':1}'),
      toolDelta(1, ':2}'),
      toolEnd(0),
      toolEnd(1),
      finish('tool_calls'),
    ];
    expect(blocks(events)).toEqual(['tool_use:{"x":1}', 'tool_use:{"y":2}']);
  });

  it('streams the second call as soon as the first is complete', () => {
    const encoder = dialect.createEncoder({ id: 'i', model: 'm', created: 0, includeUsage: true });
    for (const event of [started, toolStart(0, 'a', 'first'), toolStart(1, 'b', 'second'), toolDelta(1, '{"y"')]) {
      encoder.push(event);
    }
    expect(payloads(encoder.push(toolEnd(0))).map(({ type }) => type)).toEqual([
      'content_block_stop',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
    ]);
    expect(payloads(encoder.push(toolDelta(1, ':2}')))).toMatchObject([{ index: 1, delta: { partial_json: ':2}' } }]);
  });

  it('writes calls in the order in which they began, not in which they ended', () => {
    const events = [
      toolStart(0, 'a', 'first'),
      toolStart(1, 'b', 'second'),
      toolStart(2, 'c', 'third'),
      toolDelta(2, '3'),
      toolEnd(2),
      toolDelta(1, '2'),
      toolEnd(1),
      toolDelta(0, '1'),
      toolEnd(0),
      finish('tool_calls'),
    ];
    expect(blocks(events)).toEqual(['tool_use:1', 'tool_use:2', 'tool_use:3']);
  });

  it('needs no completion to write every call at the end', () => {
    const events = [
      toolStart(0, 'a', 'first'),
      toolStart(1, 'b', 'second'),
      toolDelta(1, '2'),
      toolDelta(0, '1'),
      finish('tool_calls'),
    ];
    expect(blocks(events)).toEqual(['tool_use:1', 'tool_use:2']);
  });

  it('closes text for a call, and opens it again after the call when more comes', () => {
    const events = [
      delta(0, 'a'),
      toolStart(1, 't', 'first'),
      delta(0, 'b'),
      toolDelta(1, '1'),
      delta(0, 'c'),
      toolEnd(1),
      delta(0, 'd'),
    ];
    expect(blocks([...events, finish('tool_calls')])).toEqual(['text:a', 'tool_use:1', 'text:bcd']);
  });

  it('lets thinking give way to text', () => {
    expect(blocks([think(0, 'a'), delta(1, 'x'), think(0, 'b'), finish('stop')])).toEqual([
      'thinking:a',
      'text:x',
      'thinking:b',
    ]);
  });

  it('keeps a signature that comes when its thinking block is closed already', () => {
    const events: readonly DomainEventBody[] = [
      think(0, 'a'),
      delta(1, 'x'),
      { kind: 'opaque.reported', at: at(0), name: 'signature', value: 'SIG' },
      finish('stop'),
    ];
    expect(JSON.stringify(payloads(encodeAll(dialect, [started, ...events, completed])))).toContain(
      '"signature":"SIG"',
    );
    expect(blocks(events)).toEqual(['thinking:a', 'text:x', 'thinking:']);
  });

  it('lets a foreign block wait for an open call', () => {
    const block = { type: 'container_upload', file_id: 'f' };
    const events: readonly DomainEventBody[] = [
      toolStart(0, 'a', 'first'),
      { kind: 'opaque.reported', at: at(1), name: 'block', value: block },
      toolDelta(0, '1'),
      toolEnd(0),
      finish('tool_calls'),
    ];
    expect(blocks(events)).toEqual(['tool_use:1', 'container_upload:']);
  });

  it('keeps an empty text block', () => {
    expect(blocks([...text(0), finish('stop')])).toEqual(['text:']);
  });

  it('opens a block before its first delta, so that a client sees what is coming', () => {
    const encoder = dialect.createEncoder({ id: 'i', model: 'm', created: 0, includeUsage: true });
    const frames = [started, { kind: 'reasoning.started', at: at(0) } as const].flatMap((event) => encoder.push(event));
    expect(payloads(frames).map(({ type }) => type)).toEqual(['message_start', 'content_block_start']);
  });

  it('ignores fragments of a call that never began or has ended', () => {
    const events = [toolDelta(3, 'x'), toolStart(0, 'a', 'first'), toolDelta(0, '1'), toolEnd(0), toolDelta(0, '2')];
    expect(blocks([...events, finish('tool_calls')])).toEqual(['tool_use:1']);
  });

  it('ignores fragments of a call that was complete before its turn came', () => {
    const events = [toolStart(0, 'a', 'first'), toolStart(1, 'b', 'second'), toolDelta(1, '2'), toolEnd(1)];
    expect(blocks([...events, toolDelta(1, '3'), toolEnd(0), finish('tool_calls')])).toEqual([
      'tool_use:',
      'tool_use:2',
    ]);
  });

  it('writes a call once, even if its block is reported as a whole as well', () => {
    const value = { type: 'mcp_tool_use', id: 'a' };
    const events: readonly DomainEventBody[] = [
      toolStart(0, 'a', 'first'),
      { kind: 'opaque.reported', at: at(0), name: 'block', value },
      toolDelta(0, '1'),
      toolEnd(0),
    ];
    expect(blocks([...events, finish('tool_calls')])).toEqual(['tool_use:1']);
  });
});
