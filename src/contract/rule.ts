import { isArray, type JsonValue } from '../core/json.ts';
import { compileCondition, type Holds, isLoose } from './condition.ts';
import type { ContractFormat, RuleFormat, TerminalPhase } from './contract-format.ts';
import type { Found, Instance } from './instance.ts';
import { compilePointer, isGiven, pointerPath } from './pointer.ts';
import type { RuleRunner, Run } from './run.ts';
import { closeInstance, compileScopeStep } from './scope-step.ts';
import { compileSlotSteps } from './slots.ts';

/**
 * Compiles one rule. The order of evaluation is part of the format:
 *
 *  1. `in`: the state before the event must be one of these, else the rule is passed over. A rule without it runs in any
 *     state, and admits none.
 *  2. `if`: over the node and the enclosing instance; else the rule is passed over (but its state counts as admitted).
 *  3. `each`: steps 4 to 12 run once per element, which becomes the node.
 *  4. `open` `use` `ensure` `ref` find the instance; a rule without one works on the enclosing instance.
 *  5. `must`: each condition that fails reports its id. Slots still hold the values from before this event.
 *  6. `set`, `put`, `init`, `same`, `add`, `reduce`, in this order. A `part` starts between `init` and `same`.
 *  7. If this rule opened the instance: every slot of `need` must be given, and it must not overlap where only one may be open.
 *  8. `opaque`, `started`, `usage`, `finish`, `error`, `heartbeat`.
 *  9. `then`: inner rules, on the same node, with this instance enclosing.
 * 10. Content for an instance that was closed before is `content-after-close`, an empty touch `touched-after-close`.
 * 11. `close`: the part is completed; with `cut` it is over, but not completed.
 * 12. `to` and `end` are noted; they take effect when all rules of the event have run.
 */
export function compileRule(rule: RuleFormat, contract: ContractFormat): RuleRunner {
  const states = typeof rule.in === 'string' ? [rule.in] : rule.in;
  const holds = rule.if === undefined ? undefined : compileCondition(rule.if);
  const work = compileWork(rule, contract);
  const each = rule.each === undefined ? undefined : compileEach(rule.each, work);
  if (states === undefined && holds === undefined) {
    return each ?? ((run, node, instance) => work(run, node, instance, 0));
  }
  return (run, node, instance) => {
    if (states !== undefined) {
      if (!states.includes(run.state)) {
        return;
      }
      run.admitted = true;
    }
    if (holds !== undefined && !holds(node, instance, run.facts)) {
      return;
    }
    if (each === undefined) {
      work(run, node, instance, 0);
    } else {
      each(run, node, instance);
    }
  };
}

/** Runs rules in their listed order; `undefined` where there are none. */
function compileRules(rules: readonly RuleFormat[], contract: ContractFormat): RuleRunner | undefined {
  const [first, ...others] = rules;
  if (first === undefined) {
    return undefined;
  }
  const word = discriminator(first);
  if (word !== undefined && others.length > 0 && rules.every((rule) => discriminator(rule)?.pointer === word.pointer)) {
    return compileSwitch(word.pointer, rules, contract);
  }
  const runners = rules.map((rule) => compileRule(rule, contract));
  return joinSteps(runners);
}

/** The place and word of a rule whose only condition compares one place of the node with one word. */
function discriminator(rule: RuleFormat): { readonly pointer: string; readonly word: string } | undefined {
  const [entry, ...others] = Object.entries(rule.if ?? {});
  const [pointer, word] = entry ?? [];
  const simple = others.length === 0 && rule.in === undefined && pointer?.startsWith('/') === true;
  return simple && typeof word === 'string' && !['*', '+', '-'].includes(word) ? { pointer, word } : undefined;
}

/** Rules that all compare the same place with a word of their own: one look replaces as many comparisons. */
function compileSwitch(pointer: string, rules: readonly RuleFormat[], contract: ContractFormat): RuleRunner {
  const read = compilePointer(pointer);
  const byWord = new Map<JsonValue | undefined, RuleRunner | undefined>();
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

type Work = (run: Run, node: JsonValue, parent: Instance, position: number) => void;

function compileEach(pointer: string, work: Work): RuleRunner {
  const read = compilePointer(pointer);
  const path = pointerPath(pointer);
  return (run, node, instance) => {
    const items = read(node);
    if (!isArray(items)) {
      return;
    }
    if (items.length === 0) {
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

/** The steps of a rule that it has at all, in the order of evaluation; an absent one costs nothing while a stream is read. */
interface RuleSteps {
  /** Steps 5 and 6. */
  readonly fill: readonly RuleRunner[];
  /** Steps 8 and 9. */
  readonly tell: readonly RuleRunner[];
  /** Steps 11 and 12. */
  readonly conclude: readonly RuleRunner[];
}

function compileWork(rule: RuleFormat, contract: ContractFormat): Work {
  const find = compileScopeStep(rule, contract.scopes, contract.dialect);
  const { fill, tell, conclude } = compileSteps(rule, contract);
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

function joinSteps(steps: readonly RuleRunner[]): RuleRunner {
  const [only] = steps;
  return only !== undefined && steps.length === 1
    ? only
    : (run, node, instance) => runSteps(steps, run, node, instance);
}

function runSteps(steps: readonly RuleRunner[], run: Run, node: JsonValue, instance: Instance): void {
  for (const step of steps) {
    step(run, node, instance);
  }
}

function compileSteps(rule: RuleFormat, contract: ContractFormat): RuleSteps {
  const { set, put, init, same, add, reduce } = rule;
  const part = compilePart(rule);
  const inner = compileRules(rule.then ?? [], contract);
  const { close, to, end } = rule;
  return {
    fill: [
      ...Object.entries(rule.must ?? {}).map(([id, condition]) => mustStep(id, compileCondition(condition))),
      ...compileSlotSteps({ ...(set && { set }), ...(put && { put }), ...(init && { init }) }),
      ...(part === undefined ? [] : [part]),
      ...(part === undefined && put === undefined ? [] : [announceStep]),
      ...compileSlotSteps({ ...(same && { same }), ...(add && { add }), ...(reduce && { reduce }) }),
    ],
    tell: [...compileReports(rule), ...(inner === undefined ? [] : [inner])],
    conclude: [
      ...(close === undefined ? [] : [close === true ? closeStep : cutStep]),
      ...(to === undefined && end === undefined ? [] : [stateStep(to, end)]),
    ],
  };
}

function mustStep(id: string, holds: Holds): RuleRunner {
  return (run, node, instance) => {
    if (!holds(node, instance, run.facts)) {
      run.report(id, { topic: 'order', level: 'SPEC' }, instance.path);
    }
  };
}

/** Id and name may have come with this event, and only now. */
const announceStep: RuleRunner = (run, _node, instance) => {
  if (instance.part !== undefined) {
    run.emitter.announceTool(instance, false);
  }
};

const closeStep: RuleRunner = (run, _node, instance) => closeInstance(run, instance);
const cutStep: RuleRunner = (run, _node, instance) => closeInstance(run, instance, false);

function stateStep(to: string | undefined, end: TerminalPhase | undefined): RuleRunner {
  return (run) => {
    run.nextState = to ?? run.nextState;
    run.end = end ?? run.end;
  };
}

function reportOpening(run: Run, { instance, opened, overlaps }: Found): void {
  if (opened) {
    reportNeeds(run, instance);
    if (overlaps && !isLoose(instance, run.facts)) {
      run.report(`${instance.scope}.overlap`, { topic: 'order', level: 'OBS' }, instance.path);
    }
  }
}

function reportNeeds(run: Run, instance: Instance): void {
  for (const slot of instance.format.need ?? []) {
    if (!isGiven(instance.slots.get(slot))) {
      run.report(`${instance.scope}.need.${slot}`, { topic: 'identity', level: 'BRK' }, instance.path);
    }
  }
}

function reportAfterClose(run: Run, instance: Instance, added: boolean): void {
  if (added) {
    run.report(`${instance.scope}.content-after-close`, { topic: 'order', level: 'SPEC' }, instance.path);
  } else {
    run.report(`${instance.scope}.touched-after-close`, { topic: 'order', level: 'OBS' }, instance.path);
  }
}

function compilePart(rule: RuleFormat): RuleRunner | undefined {
  const { part } = rule;
  if (part === undefined) {
    return undefined;
  }
  if (typeof part !== 'string') {
    return (run, _node, instance) => startOnce(run, instance, part.is);
  }
  const read = compilePointer(part);
  return (run, node, instance) => {
    const word = read(node);
    startOnce(run, instance, typeof word === 'string' ? word : '');
  };
}

function startOnce(run: Run, instance: Instance, word: string): void {
  if (instance.part === undefined) {
    run.emitter.startPart(instance, word);
  }
}

function compileReports(rule: RuleFormat): readonly RuleRunner[] {
  const reports: RuleRunner[] = Object.entries(rule.opaque ?? {}).map(([name, pointer]) => {
    const read = compilePointer(pointer);
    return (run, node, instance) => {
      const value = read(node);
      if (isGiven(value)) {
        run.emitter.opaque(instance, name, value);
      }
    };
  });
  if (rule.started !== undefined) {
    const id = compilePointer(rule.started.id ?? '/id');
    const model = compilePointer(rule.started.model ?? '/model');
    reports.push((run, node) => {
      if (!run.started.done) {
        run.started.done = true;
        run.emitter.started(id(node), model(node));
      }
    });
  }
  if (rule.usage !== undefined) {
    const read = compilePointer(typeof rule.usage === 'string' ? rule.usage : rule.usage.at);
    const except = typeof rule.usage === 'string' ? [] : rule.usage.except;
    reports.push((run, node, instance) => {
      const value = read(node);
      if (isGiven(value) && run.usage.add(value, except)) {
        instance.slots.set('usage', true);
        run.emitter.usage(run.usage.quantities());
      }
    });
  }
  if (rule.finish !== undefined) {
    const { is } = rule.finish;
    const read = compilePointer(rule.finish.at);
    reports.push((run, node, instance) => {
      const word = read(node);
      run.emitter.finish(instance, is, typeof word === 'string' || typeof word === 'number' ? String(word) : '');
    });
  }
  if (rule.error !== undefined) {
    const read = compilePointer(rule.error);
    reports.push((run, node) => {
      run.emitter.error(run.errors.read(read(node) ?? null, run.status));
    });
  }
  if (rule.heartbeat === true) {
    reports.push((run) => run.emitter.emit({ kind: 'heartbeat' }));
  }
  return reports;
}
