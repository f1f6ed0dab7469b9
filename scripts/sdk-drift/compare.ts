import type { Facts } from './comparison.ts';

/** The side that has something that the other lacks. */
export type Side = 'sdk' | 'contract';

/** A difference that is right as it is. */
export interface ListedDifference {
  readonly kind: string;
  readonly side: Side;
  readonly names: readonly string[];
  readonly reason: string;
}

export interface Difference {
  readonly side: Side;
  readonly name: string;
  /** Why it is right as it is; absent for drift. */
  readonly reason?: string;
}

export interface ComparedKind {
  readonly kind: string;
  /** How many names each side has. */
  readonly sdk: number;
  readonly contract: number;
  readonly differences: readonly Difference[];
}

export interface Compared {
  readonly kinds: readonly ComparedKind[];
  /** Listed differences that do not exist (any more), as `kind: name`. */
  readonly stale: readonly string[];
}

/** Compares what both sides name, kind by kind, and marks what is listed with its reason. Pure. */
export function compareFacts(facts: readonly Facts[], listed: readonly ListedDifference[]): Compared {
  const reasons = new Map(
    listed.flatMap(({ kind, side, names, reason }) => names.map((name) => [key(kind, side, name), reason] as const)),
  );
  const kinds = facts.map(({ kind, direction, form, sdk, contract }): ComparedKind => {
    const onlySdk = direction === 'contract-in-sdk' ? [] : missing(sdk, contract, form);
    const onlyContract = direction === 'sdk-in-contract' ? [] : missing(contract, sdk, form);
    const differences = [
      ...onlySdk.map((name) => ({ side: 'sdk', name }) as const),
      ...onlyContract.map((name) => ({ side: 'contract', name }) as const),
    ].map(({ side, name }): Difference => {
      const reason = reasons.get(key(kind, side, name));
      return reason === undefined ? { side, name } : { side, name, reason };
    });
    return { kind, sdk: sdk.length, contract: contract.length, differences };
  });
  const real = new Set(
    kinds.flatMap(({ kind, differences }) => differences.map(({ side, name }) => key(kind, side, name))),
  );
  return { kinds, stale: [...reasons.keys()].filter((item) => !real.has(item)) };
}

/** Whether there is a difference that is not listed, or a listed one that does not exist. */
export function hasDrifted({ kinds, stale }: Compared): boolean {
  return stale.length > 0 || kinds.some(({ differences }) => differences.some(({ reason }) => reason === undefined));
}

function key(kind: string, side: Side, name: string): string {
  return `${kind}: ${name} (${side === 'sdk' ? 'SDK only' : 'contract only'})`;
}

function missing(from: readonly string[], among: readonly string[], form: Facts['form']): readonly string[] {
  const known = new Set(among);
  const absent = from.filter((name) => !known.has(name));
  if (form === 'words') {
    return absent;
  }
  const namesWords = new Set(among.filter(isWord).map(ownerOf));
  const namesMembers = new Set(among.filter((path) => !isWord(path)).map(ownerOf));
  return absent.filter((path) => {
    const owner = ownerOf(path);
    // What is below something absent is absent with it.
    if (owner !== '' && !known.has(owner)) {
      return false;
    }
    // Where the other side names nothing, it takes anything. A tag alone still names its object.
    return owner === '' || owner.endsWith(']') || (isWord(path) ? namesWords : namesMembers).has(owner);
  });
}

/** `a/b` of `a/b=word`, `a/b[tag]` and `a/b/c`; empty for a path of one step. */
function ownerOf(path: string): string {
  return path.slice(0, Math.max(0, path.search(/(?:=[^=]*|\[[^[\]]*\]|(?:^|\/)[^/[\]=]*)$/)));
}

function isWord(path: string): boolean {
  return path.includes('=');
}
