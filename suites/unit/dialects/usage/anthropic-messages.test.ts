import { describe, expect, it } from 'vitest';
import type { UsageNumbers } from '../../../../src/core/usage.ts';
import { dialect } from '../../../../src/dialects/anthropic-messages/index.ts';
import { bodyUsage, finalUsage, startUsage } from '../../../../src/dialects/anthropic-messages/usage.ts';
import { completed, encodeAll, finish, payloads, started, text } from '../support/encoding.ts';

const cached: UsageNumbers = { input: 100, output: 20, total: 120, cacheRead: 60, cacheWrite: 10, reasoning: 5 };

describe('usage for Messages', () => {
  it('counts cache reads and writes beside the input', () => {
    expect(finalUsage(cached)).toEqual({
      input_tokens: 30,
      cache_creation_input_tokens: 10,
      cache_read_input_tokens: 60,
      output_tokens: 20,
      output_tokens_details: { thinking_tokens: 5 },
    });
  });

  it('is never negative, even where an upstream counts more cached tokens than input', () => {
    expect(finalUsage({ input: 5, output: 1, cacheRead: 9 })).toMatchObject({ input_tokens: 0 });
  });

  it('has placeholders at the start and only there', () => {
    expect(startUsage({})).toEqual({ input_tokens: 0, output_tokens: 0 });
    expect(finalUsage({})).toEqual({ output_tokens: null });
    expect(bodyUsage({})).toEqual({ input_tokens: null, output_tokens: null });
  });

  it('keeps a 0 that was reported', () => {
    expect(finalUsage({ input: 0, output: 0, cacheRead: 0 })).toEqual({
      input_tokens: 0,
      cache_read_input_tokens: 0,
      output_tokens: 0,
    });
  });

  it('stands in message_start as far as it is known, and again in message_delta with all totals', () => {
    const frames = payloads(
      encodeAll(dialect, [
        started,
        { kind: 'usage.reported', usage: { input: 100, cacheRead: 60 } },
        ...text(0, 'Hi'),
        { kind: 'usage.reported', usage: { output: 20 } },
        finish('stop'),
        completed,
      ]),
    );
    expect(frames[0]).toHaveProperty('message.usage', {
      input_tokens: 40,
      cache_read_input_tokens: 60,
      output_tokens: 0,
    });
    expect(frames.at(-2)).toHaveProperty('usage', {
      input_tokens: 40,
      cache_read_input_tokens: 60,
      output_tokens: 20,
    });
  });
});
