import { HarnessFault } from '../../core/fault.ts';
import type { AllowedIssue, ContractFormat, TraitFormat } from '../contract-format.ts';
import { withInner } from '../grammar/families.ts';
import type { RuleFormat } from '../grammar/rule-format.ts';
import type { SchemaFiles } from '../schema/schema-files.ts';
import { schemaSays } from '../schema/schema-places.ts';

/** What traits may speak of, besides what stands in the contract itself. */
interface KnownPlaces {
  readonly issues: ReadonlySet<string>;
  readonly schemas: SchemaFiles;
}

/**
 * Holds that every trait of a contract speaks of what the contract has: a relaxation that names nothing relaxes nothing,
 * and nobody would see it.
 *
 * @param known the issue ids of the contract, and the schemas beside it
 * @param place the contract's file, for the fault
 * @throws HarnessFault for a trait that names an unknown issue, place in a schema, rule, scope or constant
 */
export function checkTraitReferences(contract: ContractFormat, known: KnownPlaces, place: string): void {
  const rules = ruleIds(contract);
  for (const [name, trait] of Object.entries(contract.traits)) {
    const { allow = [], patch = {}, inner = {}, varies = [] } = trait;
    const refuse = (what: string, [unknown]: readonly string[]): void => {
      if (unknown !== undefined) {
        throw new HarnessFault(
          `the trait ${name} names the ${what} ${unknown}, which the contract does not have`,
          `${place}#/traits/${name}`,
          'correct the name, or take it out',
        );
      }
    };
    const patched = [...Object.keys(patch.rules ?? {}), ...Object.keys(inner)];
    const scopes = [...Object.keys(patch.scopes ?? {}), ...addedRules(trait).flatMap(scopesOf)];
    refuse('issue', allow.filter((entry) => !isKnownIssue(known, entry)).map(inWords));
    refuse(
      'rule',
      patched.filter((id) => !rules.includes(id)),
    );
    refuse(
      'scope',
      scopes.filter((scope) => !Object.hasOwn(contract.scopes, scope)),
    );
    refuse(
      'constant',
      varies.filter((pointer) => !contract.constant.includes(pointer)),
    );
  }
}

function inWords({ issue, at = '', keyword = '' }: AllowedIssue): string {
  return `${issue} ${at} ${keyword}`.trimEnd();
}

function isKnownIssue({ issues, schemas }: KnownPlaces, { issue, at, keyword }: AllowedIssue): boolean {
  if (at === undefined || !issues.has(issue)) {
    return issues.has(issue);
  }
  const [, event] = /^event\.schema\.(.*)$/s.exec(issue) ?? [];
  return event !== undefined && schemaSays(schemas, event, at, keyword);
}

/** The ids of the rules of a contract, inner ones included. */
export function ruleIds({ rules }: ContractFormat): readonly string[] {
  return withInner(Object.values(rules).flat()).flatMap(({ id }) => id ?? []);
}

function addedRules({ more = {}, inner = {} }: TraitFormat): readonly RuleFormat[] {
  return withInner([...Object.values(more), ...Object.values(inner)].flat());
}

function scopesOf({ open, use, ensure, ref }: RuleFormat): readonly string[] {
  return [open, use, ensure, ref].filter((scope) => scope !== undefined);
}
