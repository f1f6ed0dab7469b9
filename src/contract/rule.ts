import { isArray, type JsonValue } from '../core/json.ts';
import { compileCondition, isLoose } from './condition.ts';
import type { ContractFormat, RuleFormat } from './contract-format.ts';
import type { Instance } from './instance.ts';
import { compilePointer, isGiven, pointerPath } from './pointer.ts';
import type { RuleRunner, Run } from './run.ts';
import { closeInstance, compileScopeStep, type Found } from './scope-step.ts';
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
 *  8. `opaque`, `started`, `usage`, `error`, `heartbeat`.
 *  9. `then`: inner rules, on the same node, with this instance enclosing.
 * 10. Content for an instance that was closed before is `content-after-close`, an empty touch `touched-after-close`.
 * 11. `close`.
 * 12. `to` and `end` are noted; they take effect when all rules of the event have run.
 */
export function compileRule(rule: RuleFormat, contract: ContractFormat): RuleRunner {
  const states = rule.in === undefined ? undefined : new Set(typeof rule.in === 'string' ? [rule.in] : rule.in);
  const holds = rule.if === undefined ? undefined : compileCondition(rule.if);
  const work = compileWork(rule, contract);
  const each = rule.each === undefined ? undefined : compileEach(rule.each, work);
  return (run, node, instance) => {
    if (states !== undefined) {
      if (!states.has(run.state)) {
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

type Work = (run: Run, node: JsonValue, parent: Instance, position: number) => void;

function compileEach(pointer: string, work: Work): RuleRunner {
  const read = compilePointer(pointer);
  const path = pointerPath(pointer);
  return (run, node, instance) => {
    const items = read(node);
    if (!isArray(items)) {
      return;
    }
    for (let position = 0; position < items.length; position += 1) {
      const item = items[position];
      if (item !== undefined) {
        run.path.push(...path, position);
        work(run, item, instance, position);
        run.path.length -= path.length + 1;
      }
    }
  };
}

function compileWork(rule: RuleFormat, contract: ContractFormat): Work {
  const find = compileScopeStep(rule, contract.scopes, contract.dialect);
  const musts = Object.entries(rule.must ?? {}).map(([id, condition]) => ({ id, holds: compileCondition(condition) }));
  const { same, add, reduce, ...before } = rule;
  const firstSteps = compileSlotSteps({
    ...(before.set && { set: before.set }),
    ...(before.put && { put: before.put }),
    ...(before.init && { init: before.init }),
  });
  const startPart = compilePart(rule);
  const lastSteps = compileSlotSteps({ ...(same && { same }), ...(add && { add }), ...(reduce && { reduce }) });
  const reports = compileReports(rule);
  const inner = (rule.then ?? []).map((nested) => compileRule(nested, contract));
  return (run, node, parent, position) => {
    const found: Found | undefined = find === undefined ? undefined : find(run, node, parent, position);
    if (find !== undefined && found === undefined) {
      return;
    }
    const instance = found?.instance ?? parent;
    const additionsBefore = run.additions;
    for (const must of musts) {
      if (!must.holds(node, instance, run.facts)) {
        run.report(must.id, { topic: 'order', level: 'SPEC' }, instance.path);
      }
    }
    for (const step of firstSteps) {
      step(run, node, instance);
    }
    startPart?.(run, node, instance);
    if (instance.part !== undefined) {
      run.emitter.announceTool(instance, false);
    }
    for (const step of lastSteps) {
      step(run, node, instance);
    }
    if (found?.opened === true) {
      reportNeeds(run, instance);
      if (found.overlaps && !isLoose(instance, run.facts)) {
        run.report(`${instance.scope}.overlap`, { topic: 'order', level: 'OBS' }, instance.path);
      }
    }
    for (const report of reports) {
      report(run, node, instance);
    }
    for (const nested of inner) {
      nested(run, node, instance);
    }
    if (found?.closedBefore === true) {
      reportAfterClose(run, instance, run.additions > additionsBefore);
    }
    if (rule.close === true) {
      closeInstance(run, instance);
    }
    run.nextState = rule.to ?? run.nextState;
    run.end = rule.end ?? run.end;
  };
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
