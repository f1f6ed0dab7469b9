import { describe, expect, it } from 'vitest';
import type { UsageNumbers } from '../../../../src/core/usage.ts';
import { geminiUsage } from '../../../../src/dialects/gemini-generate/usage.ts';

describe('usage for Gemini', () => {
  it.each<[string, UsageNumbers, object | undefined]>([
    [
      'counts thoughts beside the visible output and within the total',
      { input: 100, output: 20, cacheRead: 60, cacheWrite: 10, reasoning: 5 },
      {
        promptTokenCount: 100,
        candidatesTokenCount: 15,
        totalTokenCount: 120,
        cachedContentTokenCount: 60,
        thoughtsTokenCount: 5,
      },
    ],
    [
      'keeps a 0 that was reported',
      { input: 0, output: 0 },
      { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 },
    ],
    [
      'keeps a total that was reported',
      { input: 3, output: 2, total: 9 },
      { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 9 },
    ],
    [
      'says no total without an output: beside it that would read as 0',
      { input: 3, total: 9 },
      { promptTokenCount: 3 },
    ],
    ['says no input that nobody reported', { output: 2, total: 9 }, { candidatesTokenCount: 2, totalTokenCount: 9 }],
    [
      'does not split an output that reasoning does not fit into',
      { input: 1, output: 2, reasoning: 7 },
      { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
    ],
    ['does not exist when nothing is known', {}, undefined],
    ['does not exist when all that is known has no counter', { cacheWrite: 4 }, undefined],
  ])('%s', (_, numbers, expected) => {
    expect(geminiUsage(numbers)).toEqual(expected);
  });
});
