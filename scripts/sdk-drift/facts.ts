import type { Comparison, ContractDocuments, Facts } from './comparison.ts';
import type { SdkTypes } from './sdk-files.ts';

/**
 * What SDK and contract name, for each comparison of a dialect.
 *
 * @throws HarnessFault when the SDK lacks a type that is compared
 */
export function collectFacts(
  comparisons: readonly Comparison[],
  types: SdkTypes,
  documents: ContractDocuments,
): readonly Facts[] {
  return comparisons.map(({ kind, direction, form, sdk, contract }) => ({
    kind,
    direction,
    form,
    sdk: sdk(types),
    contract: contract(documents),
  }));
}
