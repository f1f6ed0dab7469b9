import type { Random } from '../../core/random.ts';

/**
 * Chooses items until every pair of factors that some item has is in a chosen one, or until there are enough. Greedy: the
 * next item is one with the most pairs that are still missing, by chance among equals. Where items are wanted beyond the
 * last pair, all pairs count as missing again.
 *
 * @param factorsOf the factors of an item; no two of one item may be equal
 * @param most how many items to choose; no bound where absent, and then each pair is covered once
 * @returns the chosen items, in the order in which they were given
 */
export function coverPairs<Item>(
  items: readonly Item[],
  factorsOf: (item: Item) => readonly string[],
  random: Random,
  most?: number,
): readonly Item[] {
  const pairsOf = createPairs(factorsOf);
  let left = shuffled(items, random).map((item): Candidate<Item> => ({ item, pairs: pairsOf(item) }));
  const limit = most ?? items.length;
  let round = coverOnce(left, limit);
  const chosen = new Set(round);
  while (most !== undefined && round.length > 0) {
    left = left.filter(({ item }) => !chosen.has(item));
    round = coverOnce(left, limit - chosen.size);
    for (const item of round) {
      chosen.add(item);
    }
  }
  return items.filter((item) => chosen.has(item));
}

interface Candidate<Item> {
  readonly item: Item;
  readonly pairs: readonly number[];
}

/**
 * An item never gains: it waits under the number of pairs that it would have added when it was last looked at, and is looked
 * at again when no other waits under a higher one.
 */
function coverOnce<Item>(candidates: readonly Candidate<Item>[], most: number): readonly Item[] {
  const covered = new Set<number>();
  const waiting: Candidate<Item>[][] = [];
  const wait = (candidate: Candidate<Item>, gain: number): void => {
    const queue = waiting[gain] ?? [];
    waiting[gain] = queue;
    queue.push(candidate);
  };
  for (const candidate of candidates) {
    wait(candidate, candidate.pairs.length);
  }
  const chosen: Item[] = [];
  for (let gain = waiting.length - 1; gain > 0; gain -= 1) {
    const queue = waiting[gain] ?? [];
    for (const candidate of queue) {
      const missing = candidate.pairs.filter((pair) => !covered.has(pair));
      if (missing.length < gain) {
        wait(candidate, missing.length);
        continue;
      }
      if (chosen.length === most) {
        return chosen;
      }
      chosen.push(candidate.item);
      for (const pair of missing) {
        covered.add(pair);
      }
    }
  }
  return chosen;
}

/** Pairs as numbers: a plan has hundreds of thousands. */
function createPairs<Item>(factorsOf: (item: Item) => readonly string[]): (item: Item) => readonly number[] {
  const numbers = new Map<string, number>();
  const numberOf = (factor: string): number => {
    const number = numbers.get(factor) ?? numbers.size;
    numbers.set(factor, number);
    return number;
  };
  return (item) => {
    const own = factorsOf(item)
      .map(numberOf)
      .toSorted((left, right) => left - right);
    return own.flatMap((first, index) => own.slice(index + 1).map((second) => first * 2 ** 24 + second));
  };
}

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  const order = [...items];
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = random.integer(index + 1);
    const [here, there] = [order[index], order[other]];
    if (here !== undefined && there !== undefined) {
      order[index] = there;
      order[other] = here;
    }
  }
  return order;
}
