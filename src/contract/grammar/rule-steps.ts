import { compileCondition, type Holds, isLoose } from './condition.ts';
import { engineIssues } from './engine-issues.ts';
import type { Found, Instance } from './instance.ts';
import { slotsWith } from './named-slots.ts';
import { compilePointer, isGiven } from './pointer.ts';
import type { RuleFormat, TerminalPhase } from './rule-format.ts';
import { closeInstance } from './scope-step.ts';
import { compileFirstSlotSteps, compileLastSlotSteps } from './slots.ts';
import type { RuleStep, StreamRun } from './stream-run.ts';

/** The steps of a rule that it has at all, in the order of evaluation; an absent one costs nothing while a stream is read. */
export interface RuleSteps {
  /** Steps 5 and 6. */
  readonly fill: readonly RuleStep[];
  /** Steps 8 and 9. */
  readonly tell: readonly RuleStep[];
  /** Steps 11 and 12. */
  readonly conclude: readonly RuleStep[];
}

/** @param inner the inner rules, compiled; absent where there are none */
export function compileSteps(rule: RuleFormat, inner: RuleStep | undefined): RuleSteps {
  const { must = {}, part, put, close, to, end } = rule;
  return {
    fill: [
      ...Object.entries(must).map(([id, condition]) => mustStep(id, compileCondition(condition))),
      ...compileFirstSlotSteps(rule),
      ...(part === undefined ? [] : [partStep(part)]),
      ...(part === undefined && put === undefined ? [] : [announceStep]),
      ...compileLastSlotSteps(rule),
    ],
    tell: [...compileReports(rule), ...(inner === undefined ? [] : [inner])],
    conclude: [
      ...(close === undefined ? [] : [close === true ? closeStep : cutStep]),
      ...(to === undefined && end === undefined ? [] : [stateStep(to, end)]),
    ],
  };
}

function mustStep(id: string, holds: Holds): RuleStep {
  return (run, node, instance) => {
    if (!holds(node, instance, run.facts)) {
      run.report(engineIssues.must(id), instance.path);
    }
  };
}

function partStep(part: NonNullable<RuleFormat['part']>): RuleStep {
  const read = typeof part === 'string' ? compilePointer(part) : () => part.is;
  return (run, node, instance) => {
    if (instance.at === undefined) {
      const word = read(node);
      run.emitter.startPart(instance, typeof word === 'string' ? word : '');
    }
  };
}

/** Id and name may have come with this event, and only now. */
const announceStep: RuleStep = (run, _node, instance) => {
  if (instance.at !== undefined) {
    run.emitter.announceTool(instance, false);
  }
};

const closeStep: RuleStep = (run, _node, instance) => closeInstance(run, instance);
const cutStep: RuleStep = (run, _node, instance) => closeInstance(run, instance, false);

function stateStep(to: string | undefined, end: TerminalPhase | undefined): RuleStep {
  return (run) => {
    run.nextState = to ?? run.nextState;
    run.end = end ?? run.end;
  };
}

/** Step 7. */
export function reportOpening(run: StreamRun, { instance, opened, overlaps }: Found): void {
  if (!opened) {
    return;
  }
  const { scope, format, slots } = instance;
  for (const slot of format.need ?? []) {
    if (!isGiven(slots.get(slot))) {
      run.report(engineIssues.slotNeeded(scope, slot), instance.path);
    }
  }
  if (overlaps && !isLoose(instance, run.facts)) {
    run.report(engineIssues.scopeOverlap(scope), instance.path);
  }
}

/** Step 10. */
export function reportAfterClose(run: StreamRun, instance: Instance, added: boolean): void {
  const issue = added ? engineIssues.contentAfterClose : engineIssues.touchedAfterClose;
  run.report(issue(instance.scope), instance.path);
}

const usageSlots = slotsWith('usage-read');

/** Step 8: what the event tells of the answer as a whole. */
function compileReports({ opaque = {}, started, usage, finish, error, heartbeat }: RuleFormat): readonly RuleStep[] {
  return [
    ...Object.entries(opaque).map(([name, pointer]) => opaqueStep(name, pointer)),
    ...(started === undefined ? [] : [startedStep(started)]),
    ...(usage === undefined ? [] : [usageStep(usage)]),
    ...(finish === undefined ? [] : [finishStep(finish)]),
    ...(error === undefined ? [] : [errorStep(error)]),
    ...(heartbeat === true ? [heartbeatStep] : []),
  ];
}

function opaqueStep(name: string, pointer: string): RuleStep {
  const read = compilePointer(pointer);
  return (run, node, instance) => {
    const value = read(node);
    if (isGiven(value)) {
      run.emitter.opaque(instance, name, value);
    }
  };
}

function startedStep({ id = '/id', model = '/model' }: NonNullable<RuleFormat['started']>): RuleStep {
  const readId = compilePointer(id);
  const readModel = compilePointer(model);
  return (run, node) => {
    if (!run.started) {
      run.started = true;
      run.emitter.started(readId(node), readModel(node));
    }
  };
}

function usageStep(usage: NonNullable<RuleFormat['usage']>): RuleStep {
  const { at, except } = typeof usage === 'string' ? { at: usage, except: [] } : usage;
  const read = compilePointer(at);
  return (run, node, instance) => {
    const value = read(node);
    if (isGiven(value) && run.usage.add(value, except)) {
      for (const slot of usageSlots) {
        instance.slots.set(slot, true);
      }
      run.emitter.usage(run.usage.quantities());
    }
  };
}

function finishStep({ at, is }: NonNullable<RuleFormat['finish']>): RuleStep {
  const read = compilePointer(at);
  return (run, node, instance) => {
    const word = read(node);
    const said = typeof word === 'string' || typeof word === 'number' ? String(word) : '';
    run.emitter.finish(instance, { word: said, means: is });
  };
}

function errorStep(pointer: string): RuleStep {
  const read = compilePointer(pointer);
  return (run, node) => run.emitter.error(run.errors.read(read(node) ?? null, run.status));
}

const heartbeatStep: RuleStep = (run) => run.emitter.emit({ kind: 'heartbeat' });
