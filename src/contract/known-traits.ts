import type { DialectId } from '../core/dialect-ids.generated.ts';
import { UsageFault } from '../core/fault.ts';
import { nearest } from '../core/nearest.ts';
import { loadContract } from './load.ts';

/**
 * The given traits of a dialect, each once and in the order of its contract, so that the same set is the same list.
 *
 * @param place where the names stand, for the fault
 * @throws UsageFault for a name that the dialect does not have
 */
export function knownTraits(dialect: DialectId, names: readonly string[], place: string): readonly string[] {
  const known = Object.keys(loadContract(dialect).contract.traits);
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
