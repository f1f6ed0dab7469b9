import { beforeAll, describe, expect, test } from 'vitest';
import type { RunOutcome } from '../../../src/certify/judge/conclude.ts';
import { certifyPreset, mustsOf } from '../../support/certify/certify-relay.ts';

describe('@musistudio/llms 1.0.53, Messages client over Chat upstream', () => {
  const route = 'anthropic-messages<openai-chat';
  const cut = `${route}/short-text~cut-eof@3/stream`;
  const error = `${route}/short-text~error-event@server_error@3/stream`;
  const unchanged = `${route}/short-text/stream`;
  let outcome: RunOutcome;

  beforeAll(async () => {
    outcome = await certifyPreset('llms', [cut, error, unchanged]);
  }, 180_000);

  test('is refused', () => {
    expect(outcome.faults).toEqual([]);
    expect(outcome.verdict).toBe('refused');
  });

  test('reports a cut stream as end_turn and message_stop', () => {
    expect(mustsOf(outcome, cut)).toContain(
      'relay/terminal/never-invented | a success terminal (finish reason end_turn)',
    );
  });

  test('sends message_stop after an in-stream error', () => {
    expect(mustsOf(outcome, error)).toContain('any/terminal/nothing-after | after-end.message_stop');
  });

  test('makes up usage 0/0, although it never asked for usage', () => {
    expect(mustsOf(outcome, unchanged)).toEqual(
      expect.arrayContaining([
        'relay/request/usage-asked | not asked for',
        'relay/usage/absent-stays-unknown | input = 0',
        'relay/usage/absent-stays-unknown | output = 0',
      ]),
    );
  });
});
