import { UsageFault } from '../../core/fault.ts';
import { nearest } from '../../core/nearest.ts';
import type { ContractFormat } from '../contract-format.ts';

/**
 * The given traits of a contract, each once and in the contract's order, so that the same set is the same list.
 *
 * @param place where the names stand, for the fault
 * @throws UsageFault for a name that the contract does not have
 */
export function knownTraits(
  { dialect, traits }: ContractFormat,
  names: readonly string[],
  place: string,
): readonly string[] {
  const known = Object.keys(traits);
  for (const name of names) {
    if (!known.includes(name)) {
      const meant = nearest(name, known);
      throw new UsageFault(
        `${dialect} has no trait ${name === '' ? '""' : name}`,
        place,
        meant === undefined ? `it has: ${known.join(', ')}` : `did you mean ${meant}? relaycert list traits shows all`,
      );
    }
  }
  return known.filter((name) => names.includes(name));
}
