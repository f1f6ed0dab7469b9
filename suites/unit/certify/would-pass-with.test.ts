import { describe, expect, it } from 'vitest';
import { judgeStream } from '../../../src/certify/judge/judge-stream.ts';
import { passes, wouldPassWith } from '../../../src/certify/judge/would-pass-with.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { Reading } from '../../../src/core/reading.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { captureOf } from '../../support/streams/law-streams.ts';

const head = { id: 'c1', object: 'chat.completion.chunk', created: 7, model: 'm' };
const chunk = (delta: JsonObject, rest: JsonObject = {}, top: JsonObject = {}): JsonObject => ({
  ...head,
  choices: [{ index: 0, delta, finish_reason: null, ...rest }],
  ...top,
});
const opening = chunk({ role: 'assistant', content: 'Hi' });
const closing = chunk({}, { finish_reason: 'stop' });
const fragment = (text: string) => ({ ...call, index: 0, type: 'function', function: { name: 'f', arguments: text } });
const call = { id: 't1', function: { name: 'f', arguments: '{}' } };

function read(events: readonly JsonObject[], end = '', traits: readonly string[] = []): Reading {
  const sent = `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}${end}`;
  return readCapture('openai-chat', 'stream', captureOf(Buffer.from(sent)), { traits });
}

describe('the traits with which a refused stream would pass', () => {
  it.each<[string, readonly string[] | undefined, readonly JsonObject[], string]>([
    ['one that changes what an end means', ['no-done'], [opening, closing], ''],
    ['one that allows an issue', ['role-absent'], [chunk({ content: 'Hi' }), closing], 'data: [DONE]\n\n'],
    ['two, in the order of the contract', ['no-done', 'id-varies'], [opening, { ...closing, id: 'c2' }], ''],
    [
      'three, of which one is seen only through another',
      ['no-done', 'tool-type-absent', 'tool-index-absent'],
      [opening, chunk({ tool_calls: [call] }, { finish_reason: 'tool_calls' })],
      '',
    ],
    [
      'one that excuses a requirement',
      ['usage-uneven'],
      [opening, closing, { ...head, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 5 } }],
      'data: [DONE]\n\n',
    ],
    [
      'one for calls that say who they are again and again',
      ['tool-identity-repeated'],
      [
        opening,
        chunk({ tool_calls: [fragment('{')] }),
        chunk({ tool_calls: [fragment('}')] }, { finish_reason: 'tool_calls' }),
      ],
      'data: [DONE]\n\n',
    ],
    ['none, where the answer has no finish reason', undefined, [opening], 'data: [DONE]\n\n'],
    [
      'none, where four would be needed',
      undefined,
      [
        chunk({ content: 'Hi' }),
        { ...closing, id: 'c2', choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'tool_calls' }] },
      ],
      '',
    ],
  ])('are %s', (_title, expected, events, end) => {
    const reading = read(events, end);
    expect(passes(reading, judgeStream(reading))).toBe(false);
    const found = wouldPassWith(reading, {});
    expect(found).toEqual(expected);
    if (found !== undefined) {
      const again = read(events, end, found);
      expect(passes(again, judgeStream(again))).toBe(true);
      for (const trait of found) {
        const less = read(
          events,
          end,
          found.filter((other) => other !== trait),
        );
        expect(passes(less, judgeStream(less))).toBe(false);
      }
    }
  });

  it('come on top of those that it was read with', () => {
    const events = [opening, { ...closing, id: 'c2' }];
    expect(wouldPassWith(read(events, '', ['id-varies']), {}, ['id-varies'])).toEqual(['no-done']);
  });
});
