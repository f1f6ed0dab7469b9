/** A seeded source of chance: the same seed gives the same numbers on every machine. */
export interface Random {
  /** An integer in `[0, below)`. */
  readonly integer: (below: number) => number;
  /** One of the given items. Throws a RangeError for an empty list. */
  readonly pick: <Item>(items: readonly Item[]) => Item;
}

/** The only source of chance in the project (mulberry32 over an FNV-1a hash of the seed text). */
export function createRandom(seed: string | number): Random {
  let state = 0x811c9dc5;
  for (const character of String(seed)) {
    state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const integer = (below: number): number => Math.floor((next() / 0x1_0000_0000) * below);
  return {
    integer,
    pick: (items) => {
      const item = items[integer(items.length)];
      if (item === undefined) {
        throw new RangeError('cannot pick from an empty list');
      }
      return item;
    },
  };
}
