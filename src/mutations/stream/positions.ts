import type { Extent } from '../../core/mutation.ts';

/** The items that an extent asks for: all; the first, the middle and the last; the middle one. */
export function spread<Item>(items: readonly Item[], extent: Extent): readonly Item[] {
  const middle = items.length >> 1;
  const wanted = new Set(extent === 'one' ? [middle] : [0, middle, items.length - 1]);
  return extent === 'every' ? items : items.filter((_, index) => wanted.has(index));
}

/** `from`, …, `to`; empty where `to` is before `from`. */
export function wholeNumbers(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
