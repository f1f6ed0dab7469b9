import type { AllowedIssue, ContractFormat } from '../contract-format.ts';
import type { AllowsIssue } from '../grammar/automaton.ts';
import { anyPosition } from '../schema/schema-breach.ts';

/** What these traits of a contract allow; names that it does not have allow nothing. */
export function allowedBy({ traits }: ContractFormat, names: readonly string[]): AllowsIssue {
  return allowIssues(names.flatMap((name) => (Object.hasOwn(traits, name) ? (traits[name]?.allow ?? []) : [])));
}

/** Lets these issues pass and no others. */
export function allowIssues(allowed: readonly AllowedIssue[]): AllowsIssue {
  const byId = Map.groupBy(allowed, ({ issue }) => issue);
  return (id, detail) => byId.get(id)?.some((entry) => fits(entry, detail ?? '')) === true;
}

/** @param detail place and keyword of a breach of a schema: `/choices/0/index required` */
function fits({ at, keyword }: AllowedIssue, detail: string): boolean {
  const [place = '', broken] = detail.split(' ');
  return (at === undefined || at === anyPosition(place)) && (keyword === undefined || keyword === broken);
}
