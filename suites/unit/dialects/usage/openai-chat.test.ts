import { describe, expect, it } from 'vitest';
import type { UsageNumbers } from '../../../../src/core/usage.ts';
import { chatUsage } from '../../../../src/dialects/openai-chat/usage.ts';

const cached: UsageNumbers = { input: 100, output: 20, total: 120, cacheRead: 60, cacheWrite: 10, reasoning: 5 };

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
