import { beforeAll, describe, expect, test } from 'vitest';
import type { RunOutcome } from '../../../src/certify/judge/conclude.ts';
import { certifyPreset, mustsOf, shouldsOf } from '../../support/certify/certify-relay.ts';

/** Findings that a relay that is not ours must get. They pin requirement and case, so that a blind suite shows. */
describe('Portkey 1.15.2, Chat client over Messages upstream', () => {
  const route = 'openai-chat<anthropic-messages';
  const overloaded = `${route}/short-text~error-event@overloaded_error@3/stream`;
  const finishless = `${route}/short-text~drop-finish@dropped/stream`;
  const unchanged = `${route}/short-text/stream`;
  let outcome: RunOutcome;

  beforeAll(async () => {
    outcome = await certifyPreset('portkey', [overloaded, finishless, unchanged]);
  }, 180_000);

  test('is refused', () => {
    expect(outcome.faults).toEqual([]);
    expect(outcome.verdict).toBe('refused');
  });

  test('turns an in-stream overloaded_error into a finish reason and closes with [DONE]', () => {
    expect(mustsOf(outcome, overloaded)).toContain(
      'relay/error/surfaced | a success terminal (finish reason overloaded_error)',
    );
  });

  test('closes a stream without a finish with [DONE]', () => {
    expect(mustsOf(outcome, finishless)).toEqual(
      expect.arrayContaining([
        'any/terminal/two-witnesses | an end marker alone',
        'relay/terminal/never-invented | a success terminal (finish reason none)',
      ]),
    );
  });

  test('makes up cached_tokens: 0', () => {
    expect(shouldsOf(outcome, unchanged)).toContain('relay/usage/zero-details | cacheRead = 0');
  });
});

test('Portkey 1.15.2 passes a Chat stream through to a Chat client unharmed', async () => {
  const outcome = await certifyPreset('portkey', [
    'openai-chat<openai-chat/short-text/stream',
    'openai-chat<openai-chat/parallel-tools/stream',
  ]);
  expect(outcome.results.map(({ casePath }) => mustsOf(outcome, casePath))).toEqual([[], []]);
}, 180_000);

describe('Portkey 1.15.2 over Gemini and Responses', () => {
  const calls = 'openai-chat<gemini-generate/interleaved-tools/stream';
  const chat = 'openai-chat<gemini-generate/short-text/stream';
  const error = 'openai-chat<gemini-generate/short-text~error-event@INTERNAL@3/stream';
  const gemini = 'gemini-generate<gemini-generate/short-text/stream';
  const emptied = 'gemini-generate<gemini-generate/short-text~cut-eof@3/stream';
  const responses = 'openai-responses<openai-responses/short-text/stream';
  const reset = 'openai-responses<openai-responses/short-text~cut-rst@3/stream';
  const quiet = 'relay/terminal/no-ambiguous-close | a quiet close without a terminal';
  const hidden = 'relay/terminal/break-visible | a quiet close without a terminal';
  let outcome: RunOutcome;

  beforeAll(async () => {
    outcome = await certifyPreset('portkey', [calls, chat, error, gemini, emptied, responses, reset]);
  }, 180_000);

  test('passes Gemini and Responses streams through unharmed', () => {
    expect(outcome.faults).toEqual([]);
    expect(mustsOf(outcome, gemini)).toEqual([]);
    expect(mustsOf(outcome, responses)).toEqual([]);
  });

  test('never sends [DONE] to a Chat client over Gemini, whose JSON array has no end marker', () => {
    expect(mustsOf(outcome, chat)).toContain('any/terminal/exactly-one | a quiet close without a terminal');
  });

  test('gives all calls of a Gemini stream the index 0, so that they merge', () => {
    expect(mustsOf(outcome, calls)).toContain('any/tools/identified | tool.changed.id at choice 0 tool 0');
  });

  test('loses an error in a Gemini stream', () => {
    expect(mustsOf(outcome, error)).toContain(hidden);
  });

  test('passes on a cut Gemini stream as a clean close, and turns a reset Responses stream into one', () => {
    expect(mustsOf(outcome, emptied)).toContain(quiet);
    expect(mustsOf(outcome, reset)).toContain(hidden);
  });
});
