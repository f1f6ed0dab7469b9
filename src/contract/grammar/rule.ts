import { isArray, type JsonValue } from '../../core/json.ts';
import type { ContractFormat } from '../contract-format.ts';
import { compileCondition } from './condition.ts';
import type { Instance } from './instance.ts';
import { compilePointer, pointerPath } from './pointer.ts';
import type { RuleFormat } from './rule-format.ts';
import { compileSteps, reportAfterClose, reportOpening } from './rule-steps.ts';
import { compileScopeStep } from './scope-step.ts';
import type { RuleStep, StreamRun } from './stream-run.ts';

/**
 * Compiles one rule. The order of its steps is part of the language: contracts/README.md numbers them under "One rule", and
 * the numbers here are those.
 */
export function compileRule(rule: RuleFormat, contract: ContractFormat): RuleStep {
  const states = rule.in === undefined ? undefined : [rule.in].flat();
  const holds = rule.if === undefined ? undefined : compileCondition(rule.if);
  const work = compileWork(rule, contract);
  const workAll = rule.each === undefined ? once(work) : perElement(rule.each, work);
  if (states === undefined && holds === undefined) {
    return workAll;
  }
  return (run, node, instance) => {
    if (states !== undefined && !states.includes(run.state)) {
      return;
    }
    if (holds === undefined || holds(node, instance, run.facts)) {
      workAll(run, node, instance);
    }
  };
}

/** Runs rules in their listed order; `undefined` where there are none. */
function compileRules(rules: readonly RuleFormat[], contract: ContractFormat): RuleStep | undefined {
  const [first, ...others] = rules;
  if (first === undefined) {
    return undefined;
  }
  const word = discriminator(first);
  if (word !== undefined && others.length > 0 && rules.every((rule) => discriminator(rule)?.pointer === word.pointer)) {
    return compileSwitch(word.pointer, rules, contract);
  }
  return joinSteps(rules.map((rule) => compileRule(rule, contract)));
}

/** The place and word of a rule whose only condition compares one place of the node with one word. */
function discriminator(rule: RuleFormat): { readonly pointer: string; readonly word: string } | undefined {
  const [entry, ...others] = Object.entries(rule.if ?? {});
  const [pointer, word] = entry ?? [];
  const simple = others.length === 0 && rule.in === undefined && pointer?.startsWith('/') === true;
  return simple && typeof word === 'string' && !['*', '+', '-'].includes(word) ? { pointer, word } : undefined;
}

/** Rules that all compare the same place with a word of their own: one look replaces as many comparisons. */
function compileSwitch(pointer: string, rules: readonly RuleFormat[], contract: ContractFormat): RuleStep {
  const read = compilePointer(pointer);
  const byWord = new Map<JsonValue | undefined, RuleStep | undefined>();
  for (const word of new Set(rules.map((rule) => discriminator(rule)?.word))) {
    const alike = rules.filter((rule) => discriminator(rule)?.word === word);
    byWord.set(
      word,
      compileRules(
        alike.map(({ if: _same, ...rule }) => rule),
        contract,
      ),
    );
  }
  return (run, node, instance) => byWord.get(read(node))?.(run, node, instance);
}

/** Steps 4 to 12, for the element at a position of `each`. */
type Work = (run: StreamRun, node: JsonValue, parent: Instance, position: number) => void;

function once(work: Work): RuleStep {
  return (run, node, instance) => work(run, node, instance, 0);
}

function perElement(pointer: string, work: Work): RuleStep {
  const read = compilePointer(pointer);
  const path = pointerPath(pointer);
  return (run, node, instance) => {
    const items = read(node);
    if (!isArray(items) || items.length === 0) {
      return;
    }
    run.path.push(...path);
    for (let position = 0; position < items.length; position += 1) {
      const item = items[position];
      if (item !== undefined) {
        run.path.push(position);
        work(run, item, instance, position);
        run.path.pop();
      }
    }
    run.path.length -= path.length;
  };
}

function compileWork(rule: RuleFormat, contract: ContractFormat): Work {
  const repair = rule.repair === undefined ? undefined : (compileRules(rule.repair, contract) ?? nothing);
  const find = compileScopeStep(rule, contract.scopes, contract.dialect, repair);
  const { fill, tell, conclude } = compileSteps(rule, compileRules(rule.then ?? [], contract));
  const all = joinSteps([...fill, ...tell, ...conclude]);
  if (find === undefined) {
    return all;
  }
  return (run, node, parent, position) => {
    const found = find(run, node, parent, position);
    if (found === undefined) {
      return;
    }
    const { instance } = found;
    if (found === instance.asFound) {
      all(run, node, instance);
      return;
    }
    const additionsBefore = run.additions;
    runSteps(fill, run, node, instance);
    reportOpening(run, found);
    runSteps(tell, run, node, instance);
    if (found.closedBefore) {
      reportAfterClose(run, instance, run.additions > additionsBefore);
    }
    runSteps(conclude, run, node, instance);
  };
}

const nothing: RuleStep = () => {};

function joinSteps(steps: readonly RuleStep[]): RuleStep {
  const [only] = steps;
  return only !== undefined && steps.length === 1
    ? only
    : (run, node, instance) => runSteps(steps, run, node, instance);
}

function runSteps(steps: readonly RuleStep[], run: StreamRun, node: JsonValue, instance: Instance): void {
  for (const step of steps) {
    step(run, node, instance);
  }
}
