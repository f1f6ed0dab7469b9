import { describe, expect, it } from 'vitest';
import { type JsonPath, replaceValue, valueAt } from '../../../src/core/json-path.ts';

const counts: JsonPath = [{ members: ['in', 'out'] }];

describe('members of an object as a path', () => {
  it('are an object of those that are there', () => {
    expect(valueAt({ in: 1, other: 2 }, counts)).toEqual({ in: 1 });
    expect(valueAt({ in: 1, out: 3 }, [...counts, 'out'])).toBe(3);
  });

  it.each([[{ other: 2 }], [[1]], ['in'], [null], [undefined]])('are nothing in %j', (value) => {
    expect(valueAt(value, counts)).toBeUndefined();
  });

  it('are replaced, taken out or made null without the others', () => {
    const value = { in: 1, other: 2, out: 3 };
    expect(replaceValue(value, counts, { in: 4, out: 5 })).toEqual({ other: 2, in: 4, out: 5 });
    expect(replaceValue(value, counts, undefined)).toEqual({ other: 2 });
    expect(replaceValue(value, counts, null)).toEqual({ other: 2, in: null, out: null });
    expect(replaceValue(value, [...counts, 'in'], 9)).toEqual({ other: 2, in: 9, out: 3 });
    expect(replaceValue({ other: 2 }, counts, { in: 4 })).toEqual({ other: 2, in: 4 });
    expect(replaceValue([1], counts, { in: 4 })).toEqual([1]);
  });
});
