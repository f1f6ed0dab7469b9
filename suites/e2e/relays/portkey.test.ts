import { beforeAll, describe, expect, test } from 'vitest';
import type { RunOutcome } from '../../../src/certify/conclude.ts';
import { certifyPreset, mustsOf } from '../../support/certify-relay.ts';

/** Findings that a relay which nobody here wrote must get: they pin requirement and case, so that a blind suite shows. */
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
    expect(mustsOf(outcome, unchanged)).toEqual(['relay/usage/absent-stays-unknown | cacheRead = 0']);
  });
});

test('Portkey 1.15.2 passes a Chat stream through to a Chat client unharmed', async () => {
  const outcome = await certifyPreset('portkey', [
    'openai-chat<openai-chat/short-text/stream',
    'openai-chat<openai-chat/parallel-tools/stream',
  ]);
  expect(outcome.results.map(({ casePath }) => mustsOf(outcome, casePath))).toEqual([[], []]);
}, 180_000);
