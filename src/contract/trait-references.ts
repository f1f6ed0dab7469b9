import { HarnessFault } from '../core/fault.ts';
import { isArray, isObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { ContractFormat, RuleFormat, TraitFormat } from './contract-format.ts';
import { issueIds } from './issue-ids.ts';
import { pointerPath } from './pointer.ts';
import { eventReference, packagedSchemas, type SchemaFiles, schemaNames } from './schema-files.ts';

/**
 * Holds that every trait of a contract speaks of what the contract has: a relaxation that names nothing relaxes nothing,
 * and nobody would see it.
 *
 * @param place the contract's file, for the fault
 * @throws HarnessFault for a trait that names an unknown issue, place in a schema, rule, scope or constant
 */
export function checkTraitReferences(contract: ContractFormat, place: string): void {
  const rules = new Set(ruleIds(contract));
  const issues = new Set(issueIds(contract).keys());
  for (const [name, trait] of Object.entries(contract.traits)) {
    const { allow = [], patch = {}, inner = {}, varies = [] } = trait;
    const unknown = (what: string, word: string | undefined): void => {
      if (word !== undefined) {
        throw new HarnessFault(
          `the trait ${name} names the ${what} ${word}, which the contract does not have`,
          `${place}#/traits/${name}`,
          'correct the name, or take it out',
        );
      }
    };
    unknown(
      'issue',
      allow.find((entry) => !isKnownIssue(contract, issues, entry)),
    );
    unknown(
      'rule',
      [...Object.keys(patch.rules ?? {}), ...Object.keys(inner)].find((id) => !rules.has(id)),
    );
    unknown(
      'scope',
      Object.keys(patch.scopes ?? {}).find((scope) => !Object.hasOwn(contract.scopes, scope)),
    );
    unknown(
      'scope',
      addedRules(trait)
        .flatMap(scopesOf)
        .find((scope) => !Object.hasOwn(contract.scopes, scope)),
    );
    unknown(
      'constant',
      varies.find((pointer) => !contract.constant.includes(pointer)),
    );
  }
}

function isKnownIssue(contract: ContractFormat, known: ReadonlySet<string>, entry: string): boolean {
  const [id = '', path, keyword] = entry.split(' ');
  const prefix = 'event.schema.';
  if (!known.has(id)) {
    return false;
  }
  return (
    path === undefined ||
    (id.startsWith(prefix) &&
      hasKeyword(packagedSchemas(contract.dialect), id.slice(prefix.length), pointerPath(path), keyword ?? ''))
  );
}

/** The ids of the rules of a contract, inner ones included. */
export function ruleIds({ rules }: ContractFormat): readonly string[] {
  const idsOf = (rule: RuleFormat): readonly string[] => [
    ...(rule.id === undefined ? [] : [rule.id]),
    ...(rule.then ?? []).flatMap(idsOf),
  ];
  return Object.values(rules).flat().flatMap(idsOf);
}

function addedRules({ more = {}, inner = {} }: TraitFormat): readonly RuleFormat[] {
  return [...Object.values(more), ...Object.values(inner)].flat();
}

function scopesOf(rule: RuleFormat): readonly string[] {
  const own = [rule.open, rule.use, rule.ensure, rule.ref].filter((scope) => scope !== undefined);
  return [...own, ...(rule.then ?? []).flatMap(scopesOf)];
}

/** Whether a schema says something by this keyword about a place; a missing field is said by the object around it. */
function hasKeyword(files: SchemaFiles, event: string, path: readonly string[], keyword: string): boolean {
  const around = keyword === 'required';
  let nodes = expand(files, [rootOf(files, event)]);
  for (const step of around ? path.slice(0, -1) : path) {
    nodes = expand(
      files,
      nodes.flatMap(({ node, file }) => {
        const below = step === '*' ? node['items'] : member(node['properties'], step);
        return isObject(below) ? [{ node: below, file }] : [];
      }),
    );
  }
  return nodes.some(({ node }) => {
    const said = node[keyword];
    return around ? isArray(said) && said.includes(path.at(-1) ?? '') : said !== undefined;
  });
}

/** A schema and the document that its references are relative to. */
interface Placed {
  readonly node: JsonObject;
  readonly file: JsonObject;
}

function rootOf(files: SchemaFiles, event: string): Placed {
  if (event === '$body') {
    return { node: files.response, file: files.response };
  }
  return { node: { $ref: eventReference(event) }, file: files.event };
}

/** The schemas themselves, those that they refer to, and their alternatives. */
function expand(files: SchemaFiles, nodes: readonly Placed[]): readonly Placed[] {
  const found: Placed[] = [];
  const open = [...nodes];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    const { node, file } = next;
    found.push(next);
    const target = typeof node['$ref'] === 'string' ? resolve(files, node['$ref'], file) : undefined;
    const alternatives = ['anyOf', 'oneOf', 'allOf'].flatMap((keyword) => {
      const list = node[keyword];
      return list !== undefined && isArray(list) ? list : [];
    });
    open.push(...(target === undefined ? [] : [target]));
    open.push(...alternatives.filter(isObject).map((inner) => ({ node: inner, file })));
  }
  return found;
}

function resolve(files: SchemaFiles, reference: string, file: JsonObject): Placed | undefined {
  const [document = '', pointer = ''] = reference.split('#');
  const name = schemaNames.find((known) => document === `${known}.schema.json`);
  const target = document === '' ? file : name === undefined ? undefined : files[name];
  let node: JsonValue | undefined = target;
  for (const step of pointerPath(pointer)) {
    node = member(node, step);
  }
  return target !== undefined && isObject(node) ? { node, file: target } : undefined;
}

function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
