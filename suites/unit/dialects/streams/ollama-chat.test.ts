import { describe, expect, it } from 'vitest';
import type { DomainEventBody, FinishKind } from '../../../../src/core/domain-event.ts';
import { dialect } from '../../../../src/dialects/ollama-chat/index.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { captureOf } from '../../../support/streams/law-streams.ts';
import { streamBytes, streamHeaders } from '../../../support/streams/stream-bytes.ts';
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

const line = (message: object, members: object = { done: false }): object => ({
  model: 'model-1',
  created_at: '2023-11-14T22:13:20.000Z',
  message: { role: 'assistant', content: '', ...message },
  ...members,
});
const end = (reason: string, counts: object = {}): object => line({}, { done: true, done_reason: reason, ...counts });

const linesOf = (events: readonly DomainEventBody[]): readonly object[] =>
  payloads(encodeAll(dialect, [started, ...events, completed]));

function bodyOf(events: readonly DomainEventBody[]): object {
  const bytes = streamBytes(dialect.id, encodeAll(dialect, [started, ...events, completed]));
  const { outcome } = readCapture(dialect.id, 'stream', captureOf(bytes, { headers: streamHeaders(dialect.id) }));
  return dialect.encodeBody(outcome, options);
}

describe('the Ollama encoder', () => {
  it('writes lines of JSON that end with a line feed, and nothing else', () => {
    const frames = encodeAll(dialect, [started, ...text(0, 'Hi'), finish('stop'), completed]);
    expect(streamBytes(dialect.id, frames).toString()).toMatch(/^(?:\{[^\r\n]*\}\n)+$/);
  });

  it('writes text and thinking as they come, then the end with its counts', () => {
    const usage = { kind: 'usage.reported', usage: { input: 7, output: 3, cacheRead: 2, reasoning: 1 } } as const;
    expect(linesOf([...reasoning(0, 'signed', 'Hm'), ...text(1, 'Hel', 'lo'), finish('stop'), usage])).toEqual([
      line({ thinking: 'Hm' }),
      line({ content: 'Hel' }),
      line({ content: 'lo' }),
      end('stop', { prompt_eval_count: 7, prompt_eval_cached_count: 2, eval_count: 3 }),
    ]);
  });

  it('writes a call whole, once it is complete, and counts calls in their order', () => {
    const encoder = dialect.createEncoder(options);
    const frames = tool(0, 'call_1', 'add', '{"a"', ':1}').map((event) => payloads(encoder.push(event)));
    const call = { id: 'call_1', function: { index: 0, name: 'add', arguments: { a: 1 } } };
    expect(frames).toEqual([[], [], [], [line({ tool_calls: [call] })]]);
  });

  it('lets a call that is complete wait for the one before it', () => {
    const events = [toolStart(0, 'a', 'f'), toolStart(1, 'b', 'g'), toolEnd(1), toolDelta(0, '{"x":2}'), toolEnd(0)];
    expect(linesOf([...events, finish('tool_calls')])).toEqual([
      line({ tool_calls: [{ id: 'a', function: { index: 0, name: 'f', arguments: { x: 2 } } }] }),
      line({ tool_calls: [{ id: 'b', function: { index: 1, name: 'g', arguments: {} } }] }),
      end('stop'),
    ]);
  });

  it('writes no id for a call that came without one, and keeps every digit', () => {
    const frames = encodeAll(dialect, [started, ...tool(0, '', 'f', '{"n":9007199254740993}'), finish('tool_calls')]);
    expect(frames[0]?.data).toContain(
      '"tool_calls":[{"function":{"index":0,"name":"f","arguments":{"n":9007199254740993}}}]',
    );
  });

  it('leaves out a call that the limit cut', () => {
    const cut = [toolStart(0, 'a', 'f'), toolDelta(0, '{"x":')];
    expect(linesOf([...cut, finish('length')])).toEqual([end('length')]);
  });

  it.each<[FinishKind, string]>([
    ['stop', 'stop'],
    ['stop_sequence', 'stop'],
    ['length', 'length'],
    ['context_length', 'length'],
    ['tool_calls', 'stop'],
    ['pause', 'length'],
  ])('says %s as %s', (kind, word) => {
    expect(linesOf([...text(0, 'a'), finish(kind, 'a word of another dialect')]).at(-1)).toEqual(end(word));
  });

  it.each<FinishKind>(['content_filter', 'malformed', 'error', 'refusal'])(
    'has no word for %s: it is an error',
    (kind) => {
      const lines = linesOf([...text(0, 'a'), finish(kind, 'a-word')]);
      expect(lines).toEqual([line({ content: 'a' }), { error: 'The upstream finished with the reason a-word.' }]);
    },
  );

  it('says a refusal in its own words, which a stop ends', () => {
    const refusal: DomainEventBody = { kind: 'refusal.delta', at: at(0), text: 'No.' };
    expect(linesOf([refusal, finish('refusal')])).toEqual([line({ content: 'No.' }), end('stop')]);
  });

  it('writes the first choice alone', () => {
    const second: DomainEventBody = { kind: 'content.delta', at: at(0, 1), text: 'other' };
    const events = [...text(0, 'a'), second, finish('stop'), finish('stop', 'stop', 1)];
    expect(linesOf(events)).toEqual([line({ content: 'a' }), end('stop')]);
  });

  it('ends with the words of an error, and with no other line', () => {
    const frames = encodeAll(dialect, [started, ...text(0, 'a'), failure({ class: 'overloaded', message: 'Busy' })]);
    expect(payloads(frames)).toEqual([line({ content: 'a' }), { error: 'Busy' }]);
  });

  it.each([
    ['bad_request', 400],
    ['not_found', 404],
    ['rate_limit', 429],
    ['overloaded', 503],
    ['unknown', 500],
  ] as const)('answers %s with status %d and its words', (meaning, status) => {
    const error = { origin: 'provider', class: meaning, message: 'No.' } as const;
    expect(dialect.encodeError(error)).toEqual({ status, body: { error: 'No.' } });
  });
});

describe('a body of Ollama', () => {
  it('is one line that says all', () => {
    const usage = { kind: 'usage.reported', usage: { input: 7, output: 3 } } as const;
    const calls = [...tool(2, 'a', 'f', '{"x":1.0}'), ...tool(3, '', 'g')];
    expect(
      bodyOf([...reasoning(0, undefined, 'Hm'), ...text(1, 'Hi'), ...calls, finish('tool_calls'), usage]),
    ).toMatchObject({
      model: 'model-1',
      message: {
        role: 'assistant',
        content: 'Hi',
        thinking: 'Hm',
        tool_calls: [
          { id: 'a', function: { index: 0, name: 'f' } },
          { function: { index: 1, name: 'g', arguments: {} } },
        ],
      },
      done: true,
      done_reason: 'stop',
      prompt_eval_count: 7,
      eval_count: 3,
    });
  });
});
