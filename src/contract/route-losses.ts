import type { DialectId } from '../core/dialect-ids.generated.ts';
import { dialectIds } from '../core/dialect-ids.generated.ts';
import type { Route } from '../core/route.ts';
import type { Loss } from './contract-format.ts';
import { withInner } from './grammar/families.ts';
import { loadContract } from './load.ts';

/**
 * What a faithful relay may lose on a route: what the client's dialect has no slot for, as far as the upstream's dialect can
 * say it. Within one dialect that is nothing.
 */
export function routeLosses({ client, upstream }: Pick<Route, 'client' | 'upstream'>): readonly Loss[] {
  if (client === upstream) {
    return [];
  }
  const said = sayable(upstream);
  const elsewhere = new Set(dialectIds.flatMap((dialect) => [...sayable(dialect)]));
  // Losses in plain words are about the form of an answer, which every dialect has.
  return loadContract(client).contract.losses.filter(({ what }) => said.has(what) || !elsewhere.has(what));
}

/** The kinds of parts and the opaque values that a contract reads. */
function sayable(dialect: DialectId): ReadonlySet<string> {
  const { parts, rules, families = [] } = loadContract(dialect).contract;
  return new Set([
    ...Object.values(parts),
    ...families.map(({ slot }) => slot),
    ...withInner(Object.values(rules).flat()).flatMap(({ add = {}, opaque = {} }) => [
      ...Object.keys(add),
      ...Object.keys(opaque),
    ]),
  ]);
}
