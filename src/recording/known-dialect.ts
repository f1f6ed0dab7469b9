import { type DialectId, dialectIds } from '../core/dialect-ids.generated.ts';
import { UsageFault } from '../core/fault.ts';

/** Narrows a word to a dialect that exists, or throws a `UsageFault` that lists them. */
export function knownDialect(word: string, place: string): DialectId {
  const found = dialectIds.find((id) => id === word);
  if (found === undefined) {
    throw new UsageFault(`the dialect ${word} is unknown`, place, `known dialects: ${dialectIds.join(', ')}`);
  }
  return found;
}
