import { describe, expect, it } from 'vitest';
import { loadContract } from '../../../../src/contract/load.ts';
import type { JsonObject, JsonValue } from '../../../../src/core/json.ts';
import type { Reading } from '../../../../src/core/reading.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { captureOf } from '../../../support/streams/law-streams.ts';

const { traits } = loadContract('openai-chat').contract;

const head = { id: 'c1', object: 'chat.completion.chunk', created: 7, model: 'm' };
const chunk = (delta: JsonObject, rest: JsonObject = {}, top: JsonObject = {}): JsonObject => ({
  ...head,
  choices: [{ index: 0, delta, finish_reason: null, ...rest }],
  ...top,
});
const opening = chunk({ role: 'assistant', content: '' });
const closing = chunk({}, { finish_reason: 'stop' });
const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const call = (fragment: JsonObject): JsonObject => chunk({ tool_calls: [fragment] });
const whole = { index: 0, id: 't1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } };

/** Frames as they stand on the wire; `[DONE]` comes last unless the stream has its own end. */
function text(events: readonly JsonValue[], end = 'data: [DONE]\n\n'): string {
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}${end}`;
}

function read(sent: string, names: readonly string[] = []): Reading {
  return readCapture('openai-chat', 'stream', captureOf(Buffer.from(sent)), { traits: names });
}

function readBody(body: JsonObject, names: readonly string[] = []): Reading {
  const capture = captureOf(Buffer.from(JSON.stringify(body)), { headers: [['content-type', 'application/json']] });
  return readCapture('openai-chat', 'body', capture, { traits: names });
}

const found = ({ issues }: Reading): readonly string[] =>
  [...new Set(issues.filter(({ topic }) => topic !== 'drift').map(({ id }) => id))].toSorted();

/** A stream of a server that the trait is for, what is found without it, and what the answer is with it. */
const streams: readonly {
  readonly trait: string;
  readonly sent: string;
  readonly without: readonly string[];
  readonly choice?: object;
}[] = [
  {
    trait: 'no-done',
    sent: text([opening, chunk({ content: 'Hi' }), closing], ''),
    without: ['terminal.missing'],
    choice: { text: 'Hi' },
  },
  { trait: 'finish-repeated', sent: text([opening, closing, closing]), without: ['choice.touched-after-close'] },
  {
    trait: 'usage-in-choice-chunk',
    sent: text([opening, chunk({}, { finish_reason: 'stop' }, { usage })]),
    without: ['usage.with-choices'],
  },
  {
    trait: 'usage-early',
    sent: text([opening, { ...head, choices: [], usage }, closing]),
    without: ['usage.before-finish'],
  },
  {
    trait: 'usage-null',
    sent: text([
      opening,
      closing,
      { ...head, choices: [], usage: { ...usage, completion_tokens: null, total_tokens: null } },
    ]),
    without: ['event.schema.chunk'],
  },
  { trait: 'created-varies', sent: text([opening, { ...closing, created: 8 }]), without: ['constant/created'] },
  { trait: 'id-varies', sent: text([opening, { ...closing, id: 'c2' }]), without: ['constant/id'] },
  {
    trait: 'object-varies',
    sent: text([opening, { ...closing, object: 'chat.completion.done' }]),
    without: ['constant/object'],
  },
  {
    trait: 'envelope-incomplete',
    sent: text([opening, { id: 'c1', created: 7, model: 'm', choices: closing['choices'] ?? [] }]),
    without: ['event.schema.chunk'],
  },
  {
    trait: 'role-absent',
    sent: text([chunk({ content: 'Hi' }), closing]),
    without: ['choice.need.role'],
    choice: { text: 'Hi' },
  },
  {
    trait: 'content-parts',
    sent: text([
      opening,
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'H' }] }] }),
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'm' }], closed: true }] }),
      chunk({
        content: [
          { type: 'text', text: 'A' },
          { type: 'text', text: 'n' },
        ],
      }),
      chunk({ content: 's' }, { finish_reason: 'stop' }),
    ]),
    without: ['event.schema.chunk'],
    choice: { reasoning: 'Hm', text: 'Ans' },
  },
  {
    trait: 'tool-type-absent',
    sent: text([opening, call({ index: 0, id: 't1', function: whole.function }), closing]),
    without: ['tool.need.type'],
    choice: { tools: [{ id: 't1', name: 'f', argumentsRaw: '{"a":1}', runnable: true }] },
  },
  {
    trait: 'tool-id-absent',
    sent: text([opening, call({ index: 0, type: 'function', function: whole.function }), closing]),
    without: ['tool.need.id'],
    choice: { tools: [{ id: '', name: 'f', argumentsRaw: '{"a":1}' }] },
  },
  {
    trait: 'tool-index-absent',
    sent: text([
      opening,
      call({ id: 't1', type: 'function', function: whole.function }),
      call({ id: 't2', type: 'function', function: { name: 'g', arguments: '{}' } }),
      closing,
    ]),
    without: ['event.schema.chunk', 'tool.key'],
    choice: {
      tools: [
        { id: 't1', argumentsRaw: '{"a":1}' },
        { id: 't2', argumentsRaw: '{}' },
      ],
    },
  },
  {
    trait: 'tool-index-free',
    sent: text([opening, call({ ...whole, index: 1 }), closing]),
    without: ['tool.gap'],
    choice: { tools: [{ id: 't1' }] },
  },
  {
    trait: 'tool-identity-blank',
    sent: text([
      opening,
      call({ ...whole, function: { name: 'f', arguments: '{"a"' } }),
      call({ index: 0, id: null, type: null, function: { name: null, arguments: ':1}' } }),
      closing,
    ]),
    without: ['event.schema.chunk'],
    choice: { tools: [{ id: 't1', name: 'f', argumentsRaw: '{"a":1}' }] },
  },
  {
    trait: 'finish-per-call',
    sent: text([
      opening,
      { ...head, choices: [{ index: 0, delta: { tool_calls: [whole] }, finish_reason: 'tool_calls' }] },
      {
        ...head,
        choices: [{ index: 0, delta: { tool_calls: [{ ...whole, index: 1, id: 't2' }] }, finish_reason: 'tool_calls' }],
      },
    ]),
    without: ['choice.content-after-close'],
    choice: {
      finish: { kind: 'tool_calls' },
      tools: [
        { id: 't1', runnable: true },
        { id: 't2', runnable: true },
      ],
    },
  },
  {
    trait: 'tail-unterminated',
    sent: text([opening, closing], 'data: [DONE]'),
    without: ['terminal.missing', 'wire.unterminated'],
  },
];

describe('a trait of a Chat server', () => {
  it.each(streams)('$trait makes its streams pass, and is needed for it', ({ trait, sent, without, choice = {} }) => {
    expect(found(read(sent))).toEqual(without);
    const reading = read(sent, [trait]);
    expect(found(reading)).toEqual([]);
    expect(reading.outcome).toMatchObject({ integrity: 'complete', choices: [choice] });
  });

  it('message-absent lets a filter take the message of a body away', () => {
    const body = { ...head, object: 'chat.completion', choices: [{ index: 0, finish_reason: 'content_filter' }] };
    expect(found(readBody(body))).toEqual(['choice.need.role', 'event.schema.$body']);
    expect(readBody(body, ['message-absent']).outcome).toMatchObject({
      integrity: 'complete',
      choices: [{ finish: { kind: 'content_filter' } }],
    });
  });

  it('content-parts reads the parts of a body too', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] },
      { type: 'text', text: 'Hi' },
    ];
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }];
    const body = { ...head, object: 'chat.completion', choices };
    expect(found(readBody(body))).toEqual(['event.schema.$body']);
    expect(readBody(body, ['content-parts']).outcome).toMatchObject({
      integrity: 'complete',
      choices: [{ text: 'Hi', reasoning: 'Hm' }],
    });
  });

  it('error-fields lets an error be short, and it stays an error of its class', () => {
    const sent = text([opening, { ...opening, error: { code: 429, message: 'Slow down' } }]);
    expect(found(read(sent))).toEqual(['event.schema.error']);
    const reading = read(sent, ['error-fields']);
    expect(found(reading)).toEqual([]);
    expect(reading.outcome).toMatchObject({ integrity: 'provider_error', error: { class: 'rate_limit' } });
  });

  it('no-done does not prove an answer that announced usage, as usage: null does, and was cut before it', () => {
    const due = [
      { ...opening, usage: null },
      { ...closing, usage: null },
    ];
    expect(read(text(due, ''), ['no-done']).outcome.integrity).toBe('no_end_marker');
    const told = [...due, { ...head, choices: [], usage }];
    expect(read(text(told, ''), ['no-done']).outcome.integrity).toBe('complete');
    expect(read(text([opening, closing], ''), ['no-done']).outcome.integrity).toBe('complete');
  });

  it('no-done does not prove an answer that lacks a finish reason, a choice, or a part of it', () => {
    for (const events of [[], [opening], [opening, chunk({ content: 'Hi' })]]) {
      expect(read(text(events, ''), ['no-done']).outcome.integrity).toBe('no_end_marker');
    }
    const two = readCapture('openai-chat', 'stream', captureOf(Buffer.from(text([opening, closing], ''))), {
      traits: ['no-done'],
      facts: { n: 2 },
    });
    expect(two.outcome.integrity).toBe('no_end_marker');
  });

  it('tail-unterminated does not mend what was cut: half a JSON, half a marker, a broken connection', () => {
    const sent = text([opening, closing], 'data: [DONE]');
    for (const cut of [sent.length - 1, sent.length - 14, sent.length - 30]) {
      expect(read(sent.slice(0, cut), ['tail-unterminated']).outcome.integrity).not.toBe('complete');
    }
    const capture = captureOf(Buffer.from(sent), { ending: 'fin' });
    const { outcome } = readCapture('openai-chat', 'stream', capture, { traits: ['tail-unterminated'] });
    expect(outcome).toMatchObject({ integrity: 'transport_error', phase: 'interrupted' });
  });

  it('a place that a trait allows leaves every other place of the schema standing', () => {
    const sent = text([
      opening,
      call({ index: 0, id: 't1', type: 'function', function: { name: 7 } }),
      { ...head, choices: 7 },
    ]);
    expect(found(read(sent, Object.keys(traits)))).toContain('event.schema.chunk');
  });

  it('is tried here, each one', () => {
    // What a requirement asks, and not the contract, is tried where requirements are applied.
    const elsewhere = ['message-absent', 'error-fields', 'error-foreign', 'usage-uneven', 'tool-identity-repeated'];
    expect([...streams.map(({ trait }) => trait), ...elsewhere].toSorted()).toEqual(Object.keys(traits).toSorted());
  });
});
