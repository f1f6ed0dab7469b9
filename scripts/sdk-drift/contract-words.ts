import { innerRules } from '../../src/contract/grammar/families.ts';
import type { Condition, RuleFormat, Test } from '../../src/contract/grammar/rule-format.ts';
import type { ContractDocuments } from './comparison.ts';
import { schemaShape } from './schema-shape.ts';
import { fieldsOf, pathsOf, tagsOf } from './shape.ts';

/** Names of a contract's events on the wire. Our own names (`$body`, `$done`) are left out. */
export function ruleEvents({ contract }: ContractDocuments): readonly string[] {
  const families = (contract.families ?? []).flatMap(({ stem }) => [`${stem}.delta`, `${stem}.done`]);
  return [...Object.keys(contract.rules), ...families].filter((name) => !name.startsWith('$'));
}

/** Names of the events that have a schema. */
export function schemaEvents({ schemas }: ContractDocuments): readonly string[] {
  return eventDefinitions(schemas).map((name) => name.replace('event.', ''));
}

/** Everything that the schemas of the events name, as paths from a payload inwards; see `pathsOf`. */
export function eventPaths(cut: readonly string[]): (documents: ContractDocuments) => readonly string[] {
  return ({ schemas }) => {
    const shapes = eventDefinitions(schemas).map((name) => schemaShape(schemas, `event#${name}`));
    return [...new Set(shapes.flatMap((shape) => pathsOf(shape, cut)))];
  };
}

function eventDefinitions(schemas: ContractDocuments['schemas']): readonly string[] {
  const definitions = schemas['event']?.['$defs'] ?? {};
  return Object.keys(definitions).filter((name) => name.startsWith('event.'));
}

export function finishReasons({ contract }: ContractDocuments): readonly string[] {
  return Object.keys(contract.finish.read);
}

export function partWords({ contract }: ContractDocuments): readonly string[] {
  return Object.keys(contract.parts);
}

export function errorTypes({ contract }: ContractDocuments): readonly string[] {
  return Object.keys(contract.errors.byType);
}

/** Where the contract reads token counts: `input_tokens`, `output_tokens_details/reasoning_tokens`. */
export function usagePlaces({ contract }: ContractDocuments): readonly string[] {
  const pointers = Object.values(contract.usage.fields).flatMap(({ of, plus = [], zeroWith }) => [
    of,
    ...plus,
    ...(zeroWith === undefined ? [] : [zeroWith]),
  ]);
  return [...new Set(pointers.map((pointer) => pointer.slice(1)))];
}

/** Versions of a package that the contract cites as its source. */
export function citedVersions(name: string): (documents: ContractDocuments) => readonly string[] {
  return ({ contract }) => {
    const cited = Object.values(contract.sources).flatMap(
      ({ text }) => new RegExp(`^npm ${name} ([^,]+),`).exec(text)?.[1] ?? [],
    );
    return [...new Set(cited)];
  };
}

/** Words with which the conditions of rules, traits and families compare an operand (`/delta/type`, `@kind`). */
export function wordsAskedFor(...operands: readonly string[]): (documents: ContractDocuments) => readonly string[] {
  return ({ contract }) => {
    const asked = allConditions(contract).flatMap((condition) =>
      Object.entries(condition).flatMap(([operand, test]) => (operands.includes(operand) ? wordsOf(test) : [])),
    );
    const families = operands.includes('@kind') ? (contract.families ?? []).flatMap(({ kinds }) => kinds ?? []) : [];
    return [...new Set([...asked, ...families])];
  };
}

/** Members that the rules name in their conditions: `text` of `/text` and of `/text/0`. */
export function membersAskedFor({ contract }: ContractDocuments): readonly string[] {
  const operands = allConditions(contract).flatMap((condition) => Object.keys(condition));
  return [...new Set(operands.flatMap((operand) => /^\/([^/]+)/.exec(operand)?.[1] ?? []))];
}

type Plain = Readonly<Record<string, Test>>;

function allConditions({ rules, traits }: ContractDocuments['contract']): readonly Plain[] {
  const added = Object.values(traits).flatMap(({ more = {} }) => Object.values(more).flat());
  return [...Object.values(rules).flat(), ...added].flatMap(conditionsOf);
}

function conditionsOf(rule: RuleFormat): readonly Plain[] {
  const own = [rule.if, ...Object.values(rule.must ?? {})].flatMap((condition) => plain(condition));
  return [...own, ...innerRules(rule).flatMap(conditionsOf)];
}

function plain(condition: Condition | undefined): readonly Plain[] {
  if (condition === undefined) {
    return [];
  }
  return isList(condition) ? condition.flatMap(plain) : [condition];
}

function isList(condition: Condition): condition is readonly Condition[] {
  return Array.isArray(condition);
}

function wordsOf(test: Test | undefined): readonly string[] {
  if (typeof test === 'string') {
    return ['*', '+', '-', ''].includes(test) ? [] : [test];
  }
  if (typeof test !== 'object' || test === null) {
    return [];
  }
  if ('not' in test) {
    return wordsOf(test.not);
  }
  return Array.isArray(test) ? test.filter((item) => typeof item === 'string') : [];
}

/**
 * What a place of the schemas names: its enumerated words, the tags of its union, its members, or everything below it.
 */
export const schema = {
  words:
    (...places: readonly string[]) =>
    ({ schemas }: ContractDocuments) => [...new Set(places.flatMap((place) => schemaShape(schemas, place).words))],
  tags:
    (...places: readonly string[]) =>
    ({ schemas }: ContractDocuments) => [...new Set(places.flatMap((place) => tagsOf(schemaShape(schemas, place))))],
  fields:
    (...places: readonly string[]) =>
    ({ schemas }: ContractDocuments) => [...new Set(places.flatMap((place) => fieldsOf(schemaShape(schemas, place))))],
  paths:
    (places: readonly string[], cut: readonly string[] = []) =>
    ({ schemas }: ContractDocuments) => [
      ...new Set(places.flatMap((place) => pathsOf(schemaShape(schemas, place), cut))),
    ],
} as const;
