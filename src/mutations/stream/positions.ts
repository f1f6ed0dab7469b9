import type { Extent } from '../../core/mutation.ts';
import type { Random } from '../../core/random.ts';

/** The items that an extent asks for: all, or the first, the middle and the last, or only the middle one. */
export function spread<Item>(items: readonly Item[], extent: Extent): readonly Item[] {
  const middle = items.length >> 1;
  const wanted = new Set(extent === 'one' ? [middle] : [0, middle, items.length - 1]);
  return extent === 'every' ? items : items.filter((_, index) => wanted.has(index));
}

/** `from`, …, `to`; empty where `to` is before `from`. */
export function wholeNumbers(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

/** One of the items by chance, or none where there are none. */
export function pickOne<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items.length === 0 ? undefined : random.pick(items);
}
