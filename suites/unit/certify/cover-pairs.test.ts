import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coverPairs } from '../../../src/certify/plan/cover-pairs.ts';
import { createRandom } from '../../../src/core/random.ts';

interface Item {
  readonly id: number;
  readonly factors: readonly string[];
}

const items = fc
  .array(fc.tuple(fc.nat(4), fc.nat(5), fc.nat(3)), { maxLength: 80 })
  .map((tuples) => tuples.map(([a, b, c], id): Item => ({ id, factors: [`a${a}`, `b${b}`, `c${c}`] })));
const seed = fc.string({ maxLength: 4 });

function pairsOf(some: readonly Item[]): ReadonlySet<string> {
  return new Set(
    some.flatMap(({ factors }) =>
      factors.flatMap((first, index) => factors.slice(index + 1).map((second) => `${first} ${second}`)),
    ),
  );
}

const cover = (given: readonly Item[], text: string, most?: number) =>
  coverPairs(given, ({ factors }) => factors, createRandom(text), most);

describe('covering pairs', () => {
  test('chooses, in the given order, items that have every pair, and none that adds nothing', () => {
    fc.assert(
      fc.property(items, seed, (given, text) => {
        const chosen = cover(given, text);
        expect(chosen).toEqual(given.filter((item) => chosen.includes(item)));
        expect(pairsOf(chosen)).toEqual(pairsOf(given));
        expect(chosen.length).toBeLessThanOrEqual(pairsOf(given).size);
      }),
    );
  });

  test('chooses as many as are wanted, the same ones for the same seed', () => {
    fc.assert(
      fc.property(items, seed, fc.nat(100), (given, text, most) => {
        const chosen = cover(given, text, most);
        expect(chosen).toHaveLength(Math.min(most, given.length));
        expect(new Set(chosen).size).toBe(chosen.length);
        expect(cover(given, text, most)).toEqual(chosen);
      }),
    );
  });

  test('needs far fewer than all combinations', () => {
    const values = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}${index}`);
    const all = values('a', 10).flatMap((a) =>
      values('b', 10).flatMap((b) => values('c', 10).map((c): Item => ({ id: 0, factors: [a, b, c] }))),
    );
    expect(cover(all, '1').length).toBeLessThan(200);
  });
});
