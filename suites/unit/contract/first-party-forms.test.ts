import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/json.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import { captureOf, mustIssueIds } from '../../support/streams/law-streams.ts';

const head = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const choice = (delta: JsonObject, more: JsonObject = {}) => ({ ...head, choices: [{ index: 0, delta, ...more }] });
const json = [['content-type', 'application/json']] as const;

function readChat(...chunks: readonly JsonObject[]) {
  const text = `${chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')}data: [DONE]\n\n`;
  return readCapture('openai-chat', 'stream', captureOf(Buffer.from(text)), { facts: { n: 1, includeUsage: true } });
}

describe('an answer with audio, as the provider streams it', () => {
  const opening = choice({ role: 'assistant', refusal: null }, { finish_reason: null });
  const words = choice({ content: null, audio: { id: 'a1', transcript: 'Hi' } }, { finish_reason: null });
  const bytes = { ...head, usage: null };
  const counted = { ...head, choices: [], usage };
  const expiry = choice({ audio: { expires_at: 9 } });

  it('needs no trait: chunks without choices, usage before the end, an expiry in place of the finish reason', () => {
    const reading = readChat(opening, words, bytes, counted, expiry);
    expect(mustIssueIds(reading)).toEqual([]);
    expect(reading.outcome).toMatchObject({ integrity: 'complete', choices: [{ finish: { kind: 'stop', raw: '9' } }] });
  });

  it('is not whole without its expiry', () => {
    const reading = readChat(opening, words, bytes, counted);
    expect(reading.outcome.integrity).toBe('missing_finish_reason');
  });

  it('may also end with a finish reason behind an expiry', () => {
    const timed = choice({ audio: { expires_at: 9 } }, { finish_reason: null });
    const reading = readChat(opening, words, timed, choice({}, { finish_reason: 'stop' }), counted);
    expect(mustIssueIds(reading)).toEqual([]);
    expect(reading.outcome).toMatchObject({ integrity: 'complete', choices: [{ finish: { raw: 'stop' } }] });
  });

  it('does not excuse chunks without choices, or early usage, in an answer without audio', () => {
    const text = choice({ role: 'assistant', content: 'Hi' }, { finish_reason: null });
    const stop = choice({}, { finish_reason: 'stop' });
    expect(mustIssueIds(readChat(text, bytes, stop, counted))).toEqual(['chunk.choices']);
    expect(readChat(text, counted, stop).issues.map(({ id }) => id)).toContain('usage.before-finish');
    expect(readChat(opening, words, bytes, counted, expiry).issues.map(({ id }) => id)).not.toContain(
      'usage.before-finish',
    );
  });
});

describe('a Chat body', () => {
  const message = { role: 'assistant', content: 'hello' };

  it.each([{}, { role: 'assistant', content: '' }, { content: null }])(
    'with a message and the delta %j is a body',
    (delta) => {
      const body = {
        ...head,
        object: 'chat.completion',
        choices: [{ index: 0, message, delta, finish_reason: 'stop' }],
        usage,
      };
      const capture = captureOf(Buffer.from(JSON.stringify(body)), { headers: [...json] });
      const reading = readCapture('openai-chat', 'body', capture);
      expect(mustIssueIds(reading)).toEqual([]);
      expect(reading.outcome).toMatchObject({ integrity: 'complete', choices: [{ text: 'hello' }] });
    },
  );

  it('with a message beside each delta of a stream stays a stream', () => {
    const chunk = (content: string, whole: string, finish: string | null) =>
      choice({ role: 'assistant', content }, { message: { role: 'assistant', content: whole }, finish_reason: finish });
    const { outcome } = readChat(chunk('hel', 'hel', null), chunk('lo', 'hello', 'stop'), {
      ...head,
      choices: [],
      usage,
    });
    expect(outcome.choices).toMatchObject([{ text: 'hello' }]);
  });
});
