import { describe, expect, it } from 'vitest';
import { spread, wholeNumbers } from '../../../../src/mutations/stream/positions.ts';

describe('positions', () => {
  it('gives all, or the first, the middle and the last, or the middle one', () => {
    expect(spread([1, 2, 3, 4, 5], 'every')).toEqual([1, 2, 3, 4, 5]);
    expect(spread([1, 2, 3, 4, 5], 'sample')).toEqual([1, 3, 5]);
    expect(spread([1, 2, 3, 4, 5], 'one')).toEqual([3]);
  });

  it('gives each item once where there are few, and none where there are none', () => {
    expect(spread([1, 2], 'sample')).toEqual([1, 2]);
    expect(spread([1], 'sample')).toEqual([1]);
    expect(spread([], 'one')).toEqual([]);
  });

  it('counts from the first to the last number', () => {
    expect(wholeNumbers(1, 3)).toEqual([1, 2, 3]);
    expect(wholeNumbers(1, 0)).toEqual([]);
  });
});
