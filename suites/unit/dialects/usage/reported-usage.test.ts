import { describe, expect, it } from 'vitest';
import { toUsage, type UsageNumbers } from '../../../../src/core/usage.ts';
import { reportedNumbers } from '../../../../src/dialects/reported-usage.ts';

describe('numbers of an outcome', () => {
  it.each<UsageNumbers>([{}, { input: 0 }, { input: 100, output: 20, cacheRead: 60, reasoning: 5 }])(
    'are those that were reported: %o',
    (numbers) => {
      expect(reportedNumbers(toUsage(numbers))).toEqual(numbers);
    },
  );
});
