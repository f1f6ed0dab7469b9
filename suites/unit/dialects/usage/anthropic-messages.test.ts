import { describe, expect, it } from 'vitest';
import { toUsage, type UsageNumbers } from '../../../../src/core/usage.ts';
import { bodyUsage, finalUsage, startUsage } from '../../../../src/dialects/anthropic-messages/usage.ts';
import { chatUsage } from '../../../../src/dialects/openai-chat/usage.ts';
import { dialects } from '../../../../src/dialects/registry.generated.ts';
import { reportedNumbers } from '../../../../src/dialects/reported-usage.ts';
import { at, completed, encodeAll, finish, payloads, started, text } from '../support/encoding.ts';

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
      encodeAll(dialects['anthropic-messages'], [
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

  it('takes the latest totals, never their sum', () => {
    const report = (output: number) => ({ kind: 'usage.reported', usage: { input: 3, output } }) as const;
    const events = [
      started,
      report(1),
      { kind: 'content.delta', at: at(0), text: 'a' } as const,
      report(7),
      finish('stop'),
      completed,
    ];
    expect(payloads(encodeAll(dialects['anthropic-messages'], events)).at(-2)).toHaveProperty('usage.output_tokens', 7);
    expect(payloads(encodeAll(dialects['openai-chat'], events)).at(-1)).toHaveProperty('usage.completion_tokens', 7);
  });
});

describe('usage for Chat', () => {
  it('includes cache and reasoning in the totals and repeats them as details', () => {
    expect(chatUsage(cached)).toEqual({
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
      completion_tokens_details: { reasoning_tokens: 5 },
    });
  });

  it('has no details that nobody reported', () => {
    expect(chatUsage({ input: 3, output: 2 })).toEqual({ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 });
  });

  it('keeps a total that was reported', () => {
    expect(chatUsage({ input: 3, output: 2, total: 9 })).toMatchObject({ total_tokens: 9 });
  });

  it.each([{}, { input: 1 }, { output: 1 }, { total: 2 }])('does not exist when all that is known is %o', (numbers) => {
    expect(chatUsage(numbers)).toBeUndefined();
  });
});

describe('numbers of an outcome', () => {
  it.each<UsageNumbers>([{}, { input: 0 }, cached])('are those that were reported: %o', (numbers) => {
    expect(reportedNumbers(toUsage(numbers))).toEqual(numbers);
  });
});
