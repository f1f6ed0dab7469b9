import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/core/json.ts';
import type { Reading } from '../../src/core/reading.ts';
import { readCapture } from '../../src/outcome/read-capture.ts';
import { messagesBytes } from '../support/streams/event-mutants.ts';
import { captureOf, mustIssueIds } from '../support/streams/law-streams.ts';

const usage = { input_tokens: 3, output_tokens: 1 };

function start(given: JsonObject = {}): JsonObject {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null };
  return { type: 'message_start', message: { ...message, stop_sequence: null, usage, ...given } };
}

function block(index: number, contentBlock: JsonObject, ...deltas: readonly JsonObject[]): readonly JsonObject[] {
  return [
    { type: 'content_block_start', index, content_block: contentBlock },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}

function closing(reason: string | null): JsonObject {
  return { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 7 } };
}

const stop: JsonObject = { type: 'message_stop' };
const text: JsonObject = { type: 'text', text: '' };

function read(...payloads: readonly JsonObject[]): Reading {
  return readCapture('anthropic-messages', 'stream', captureOf(messagesBytes(payloads)));
}

/** Each was wrong in the contract until a hand-written state machine disagreed with it. */
describe('a Messages stream', () => {
  it('keeps the text that a block starts with, before its deltas', () => {
    const { outcome } = read(
      start(),
      ...block(0, { type: 'thinking', thinking: 'Let ', signature: '' }, { type: 'thinking_delta', thinking: 'me' }),
      ...block(1, { type: 'text', text: 'Hello ' }, { type: 'text_delta', text: 'you' }),
      closing('end_turn'),
      stop,
    );
    expect(outcome.choices[0]).toMatchObject({ text: 'Hello you', reasoning: 'Let me' });
  });

  it('does not mix a delta into a block of another kind', () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} };
    const reading = read(
      start(),
      ...block(0, call, { type: 'input_json_delta', partial_json: '{}' }, { type: 'text_delta', text: '!' }),
      ...block(1, text, { type: 'thinking_delta', thinking: '!' }, { type: 'signature_delta', signature: '!' }),
      closing('tool_use'),
      stop,
    );
    expect(reading.outcome.choices[0]).toMatchObject({ tools: [{ argumentsRaw: '{}' }], text: '', reasoning: '' });
    expect(reading.outcome.choices[0]?.parts.flatMap(({ opaque }) => opaque)).toEqual([]);
    expect(mustIssueIds(reading)).toEqual([
      'block.kind.text_delta',
      'block.kind.thinking_delta',
      'block.kind.signature_delta',
    ]);
  });

  it('that stops without a message_delta has its end marker, but no finish', () => {
    const reading = read(start(), ...block(0, text, { type: 'text_delta', text: 'a' }), stop);
    expect(reading.outcome).toMatchObject({
      phase: 'completed',
      integrity: 'missing_finish_reason',
      witnesses: { endMarker: true, finishReason: false },
    });
    expect(mustIssueIds(reading)).toEqual(['state.body.message_stop']);
  });

  it('that takes back its stop_reason is not complete, because readers keep the last one, null included', () => {
    const reading = read(start(), ...block(0, text), closing('end_turn'), closing(null), stop);
    expect(reading.outcome.integrity).toBe('protocol_error');
    expect(mustIssueIds(reading)).toEqual(['finish.withdrawn']);
    expect(mustIssueIds(read(start(), ...block(0, text), closing('end_turn'), closing('tool_use'), stop))).toEqual([]);
    expect(mustIssueIds(read(start(), ...block(0, text), closing(null), closing('end_turn'), stop))).toEqual([]);
  });

  it('may have a ping before its start, which is a note', () => {
    const reading = read({ type: 'ping' }, start(), { type: 'ping' }, ...block(0, text), closing('end_turn'), stop);
    expect(reading.outcome.integrity).toBe('complete');
    expect(reading.issues.filter(({ topic }) => topic === 'order')).toMatchObject([
      { id: 'state.start.ping', level: 'TOL' },
    ]);
  });

  it('that comes whole in its start keeps everything that its blocks hold', () => {
    const citation = {
      type: 'char_location',
      cited_text: 'c',
      document_index: 0,
      document_title: null,
      start_char_index: 0,
      end_char_index: 1,
    };
    const content = [
      { type: 'thinking', thinking: 'Hm', signature: 'sig' },
      { type: 'text', text: 'Hi', citations: [citation] },
      { type: 'redacted_thinking', data: 'xyz' },
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: { a: 1 } },
    ];
    const reading = read(start({ content, stop_reason: 'tool_use' }), stop);
    expect(reading.outcome.integrity).toBe('complete');
    expect(
      reading.outcome.choices[0]?.parts.map(({ content: said, opaque }) => [said, ...opaque.map(({ name }) => name)]),
    ).toEqual([['Hm', 'signature'], ['Hi', 'citation'], ['', 'block'], ['{"a":1}']]);
  });

  it('has a start that is either empty, or filled and finished', () => {
    expect(mustIssueIds(read(start({ stop_reason: 'end_turn' }), stop))).toEqual(['start.content']);
    expect(mustIssueIds(read(start({ content: [text] }), closing('end_turn'), stop))).toEqual(['start.content']);
  });
});
