import { describe, expect, test } from 'vitest';
import type { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { Mode } from '../../../src/core/route.ts';
import { answerOf, bothSides, told } from '../../support/triangle/both-sides.ts';
import { redOf } from '../../support/triangle/breakages.ts';

const sent = answerOf([told.call(0, 'call_1', '{"a": 1}')], 'tool_calls');
const seen = answerOf([told.call(0, 'call_1', '{"a":1}')], 'tool_calls');

/** The shoulds of a relay that spells arguments otherwise, on a route in which the sides have these modes. */
function red(client: (typeof dialectIds)[number], upstream: (typeof dialectIds)[number], mode: Mode, asked: Mode) {
  const evidence = bothSides({ client, upstream, sent, seen });
  const attempts = evidence.attempts.map((attempt) => ({ ...attempt, mode: asked }));
  return redOf({ ...evidence, mode, attempts }, 'should');
}

describe('the text of arguments', () => {
  const texts = ['anthropic-messages', 'openai-chat', 'openai-responses'] as const;
  const routes = texts.flatMap((client) => texts.map((upstream) => ({ client, upstream })));

  test.each(routes)('is kept in streams on $client < $upstream', ({ client, upstream }) => {
    expect(red(client, upstream, 'stream', 'stream')).toEqual(['relay/tools/arguments-verbatim']);
  });

  test.each(routes)(
    'is kept in bodies on $client < $upstream, unless one of them holds an object',
    ({ client, upstream }) => {
      const objects = [client, upstream].includes('anthropic-messages');
      expect(red(client, upstream, 'body', 'body')).toEqual(objects ? [] : ['relay/tools/arguments-verbatim']);
    },
  );

  test('counts for the side that is a body, whatever the other is', () => {
    expect(red('anthropic-messages', 'openai-chat', 'body', 'stream')).toEqual([]);
    expect(red('openai-chat', 'anthropic-messages', 'stream', 'body')).toEqual([]);
    expect(red('openai-chat', 'anthropic-messages', 'body', 'stream')).toEqual(['relay/tools/arguments-verbatim']);
  });

  test('is nothing where a dialect always holds an object', () => {
    for (const client of ['gemini-generate', 'ollama-chat'] as const) {
      expect(red(client, 'openai-chat', 'stream', 'stream')).toEqual([]);
    }
  });
});
