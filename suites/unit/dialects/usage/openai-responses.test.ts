import { describe, expect, it } from 'vitest';
import { responsesUsage } from '../../../../src/dialects/openai-responses/usage.ts';

describe('usage for Responses', () => {
  it('includes cache and reasoning in the totals and repeats them as details', () => {
    const cached = { input: 100, output: 20, total: 120, cacheRead: 60, cacheWrite: 10, reasoning: 5 };
    expect(responsesUsage(cached)).toEqual({
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 5 },
      total_tokens: 120,
    });
  });

  it('has no details that nobody reported, and keeps a 0 that somebody did', () => {
    expect(responsesUsage({ input: 3, output: 2 })).toEqual({ input_tokens: 3, output_tokens: 2, total_tokens: 5 });
    expect(responsesUsage({ input: 0, output: 0, cacheRead: 0 })).toEqual({
      input_tokens: 0,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 0,
      total_tokens: 0,
    });
  });

  it('keeps a total that was reported', () => {
    expect(responsesUsage({ input: 3, output: 2, total: 9 })).toMatchObject({ total_tokens: 9 });
  });

  it.each([{}, { input: 1 }, { output: 1 }, { total: 2 }])('is null when all that is known is %o', (numbers) => {
    expect(responsesUsage(numbers)).toBeNull();
  });
});
