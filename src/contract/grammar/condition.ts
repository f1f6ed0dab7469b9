import { isArray, isObject, type JsonValue } from '../../core/json.ts';
import type { Facts } from './facts.ts';
import type { Instance } from './instance.ts';
import { compilePointer, isEmpty, isGiven } from './pointer.ts';
import type { Condition, ScopeFormat, Test } from './rule-format.ts';

/** Whether a condition holds for this node, this scope instance and these request facts. */
export type Holds = (node: JsonValue, instance: Instance, facts: Facts) => boolean;

type Operand = (node: JsonValue, instance: Instance, facts: Facts) => JsonValue | undefined;
type Check = (value: JsonValue | undefined, node: JsonValue, instance: Instance, facts: Facts) => boolean;

export function compileCondition(condition: Condition | undefined): Holds {
  if (condition === undefined) {
    return () => true;
  }
  if (isConditionList(condition)) {
    const alternatives = condition.map(compileCondition);
    return (node, instance, facts) => alternatives.some((holds) => holds(node, instance, facts));
  }
  const [first, ...others] = Object.entries(condition).map(([operand, test]) => compilePair(operand, test));
  if (first === undefined) {
    return () => true;
  }
  if (others.length === 0) {
    return first;
  }
  return (node, instance, facts) => {
    if (!first(node, instance, facts)) {
      return false;
    }
    for (const other of others) {
      if (!other(node, instance, facts)) {
        return false;
      }
    }
    return true;
  };
}

/** Most conditions look at one place of the event, or at one slot; they run for every event of a stream. */
function compilePair(operand: string, test: Test): Holds {
  if (operand === '' || operand.startsWith('/')) {
    const read = compilePointer(operand);
    if (test === null) {
      return (node) => !isGiven(read(node));
    }
    if (test === '*') {
      return (node) => isGiven(read(node));
    }
    if (isWord(test)) {
      return (node) => read(node) === test;
    }
  }
  if (operand.startsWith('@') && isWord(test)) {
    const slot = operand.slice(1);
    return (_node, instance) => slotValue(instance, slot) === test;
  }
  const value = compileOperand(operand);
  const check = compileTest(test);
  return (node, instance, facts) => check(value(node, instance, facts), node, instance, facts);
}

function isWord(test: Test): test is string {
  return typeof test === 'string' && !['*', '+', '-'].includes(test);
}

function isConditionList(condition: Condition): condition is readonly Condition[] {
  return Array.isArray(condition);
}

function compileOperand(operand: string): Operand {
  const rest = operand.slice(1);
  switch (operand[0]) {
    case '@':
      return (_node, instance) => slotValue(instance, rest);
    case '^':
      return (_node, instance) => (instance.parent === undefined ? undefined : slotValue(instance.parent, rest));
    case '$':
      return (_node, _instance, facts) => factValue(facts, rest);
    default:
      break;
  }
  const [, kind, name = ''] = /^(open|all|count|sealed):(.*)$/s.exec(operand) ?? [];
  switch (kind) {
    case 'open':
      return (_node, instance, facts) => countOpen(instance, name, facts);
    case 'all':
      return (_node, instance) => instance.children.get(name)?.byKey.size ?? 0;
    case 'count':
      return countItems(name);
    case 'sealed':
      return (_node, instance) => (instance.sealed.has(name) ? true : undefined);
    default:
      return compilePointer(operand);
  }
}

function countItems(pointer: string): Operand {
  const list = compilePointer(pointer);
  return (node) => {
    const value = list(node);
    return isArray(value) ? value.length : undefined;
  };
}

function slotValue(instance: Instance, slot: string): JsonValue | undefined {
  return instance.slots.get(slot) ?? instance.added.get(slot);
}

function countOpen(instance: Instance, scope: string, facts: Facts): number {
  const children = instance.children.get(scope);
  if (children === undefined || children.openCount === 0) {
    return 0;
  }
  return children.all.filter((child) => child.open && !isLoose(child, facts)).length;
}

const looseConditions = new WeakMap<ScopeFormat, Holds>();

/** Instances that may overlap others and stay open: their contract lets them, or more than that was told of them. */
export function isLoose(instance: Instance, facts: Facts): boolean {
  const { format, told } = instance;
  if (told || format.loose === undefined) {
    return told;
  }
  let holds = looseConditions.get(format);
  if (holds === undefined) {
    holds = compileCondition(format.loose);
    looseConditions.set(format, holds);
  }
  return holds(null, instance, facts);
}

function factValue(facts: Facts, name: string): JsonValue | undefined {
  switch (name) {
    case 'n':
      return facts.n;
    case 'includeUsage':
      return facts.includeUsage;
    case 'startingAfter':
      return facts.startingAfter;
    case 'toolChoice':
      return facts.toolChoice;
    case 'tools':
      return facts.tools;
    case 'modalities':
      return facts.modalities;
    case 'maxTokens':
      return facts.maxTokens;
    case 'form':
      return facts.form;
    default:
      return undefined;
  }
}

function compileTest(test: Test): Check {
  if (test === null) {
    return (value) => !isGiven(value);
  }
  if (test === '*') {
    return isGiven;
  }
  if (test === '+') {
    return (value) => !isEmpty(value);
  }
  if (test === '-') {
    return isEmpty;
  }
  if (typeof test !== 'object') {
    return (value) => value === test;
  }
  if ('not' in test) {
    const inner = compileTest(test.not);
    return (value, node, instance, facts) => !inner(value, node, instance, facts);
  }
  if ('min' in test) {
    return (value) => typeof value === 'number' && value >= test.min;
  }
  if ('type' in test) {
    return (value) => hasType(value, test.type);
  }
  if ('fact' in test) {
    return (value, _node, _instance, facts) => {
      const fact = factValue(facts, test.fact);
      return fact === undefined || value === fact;
    };
  }
  if ('as' in test) {
    const other = compileOperand(test.as);
    return (value, node, instance, facts) => value === other(node, instance, facts);
  }
  const allowed = new Set<JsonValue | undefined>(test);
  return (value) => allowed.has(value);
}

function hasType(value: JsonValue | undefined, type: 'array' | 'object' | 'string' | 'integer' | 'null'): boolean {
  switch (type) {
    case 'array':
      return isArray(value);
    case 'object':
      return isObject(value);
    case 'string':
      return typeof value === 'string';
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
  }
}
