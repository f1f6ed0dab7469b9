import { isArray, isObject, type JsonTextAt, type JsonValue, jsonTexts, parseJsonToRewrite } from '../../core/json.ts';
import { changedSlot, engineIssues } from './engine-issues.ts';
import type { Instance } from './instance.ts';
import { joinFragments } from './json-path-fragments.ts';
import { effectOf, type SlotEffect } from './named-slots.ts';
import { compilePointer, compileSource, isGiven, pointerPath } from './pointer.ts';
import type { ReducerName, RuleFormat, SameFormat, SlotSource } from './rule-format.ts';
import type { RuleStep, StreamRun } from './stream-run.ts';

/** The slot verbs that fill an instance before its part starts: set, put, init. */
export function compileFirstSlotSteps({ set = {}, put = {}, init = {} }: RuleFormat): readonly RuleStep[] {
  return [
    ...Object.entries(set).map(([slot, value]) => setStep(slot, value)),
    ...Object.entries(put).map(([slot, source]) => putStep(slot, source)),
    ...Object.entries(init).map(([slot, pointer]) => initStep(slot, pointer)),
  ];
}

/** The slot verbs that tell of the part once it has started: same, add, reduce, seal. */
export function compileLastSlotSteps({ same = {}, add = {}, reduce = {}, seal = [] }: RuleFormat): readonly RuleStep[] {
  return [
    ...Object.entries(same).map(([slot, source]) => sameStep(slot, source)),
    ...Object.entries(add).map(([slot, source]) => addStep(slot, source)),
    ...Object.entries(reduce).map(([slot, reducer]) => reduceStep(slot, reducer.with, reducer.at)),
    ...seal.map(sealStep),
  ];
}

function setStep(slot: string, value: JsonValue): RuleStep {
  return (_run, _node, instance) => {
    instance.slots.set(slot, value);
  };
}

function sealStep(slot: string): RuleStep {
  return (_run, _node, instance) => {
    instance.sealed.add(slot);
  };
}

/** The last given value wins; a `fixed` slot reports a change, where `""`, 0 and null do not count as values. */
function putStep(slot: string, source: SlotSource): RuleStep {
  const read = compileSource(source);
  const isFinish = effectOf(slot) === 'finish';
  return (run, node, instance) => {
    const value = read(node);
    if (!isGiven(value) || value === 0) {
      return;
    }
    const before = instance.slots.get(slot);
    if (before === value) {
      return;
    }
    if (before !== undefined && instance.format.fixed?.includes(slot) === true) {
      run.report(changedSlot(instance.scope, slot), instance.path);
    }
    instance.slots.set(slot, value);
    const finish = isFinish ? run.finish(value) : undefined;
    if (finish !== undefined) {
      run.emitter.finish(instance, finish);
    }
  };
}

/** A start value that the first `add` replaces. Objects are kept as the text that stood on the wire, digit for digit. */
function initStep(slot: string, pointer: string): RuleStep {
  const read = compilePointer(pointer);
  const path = pointerPath(pointer);
  return (run, node, instance) => {
    const value = read(node);
    if (isObject(value) && Object.keys(value).length > 0) {
      instance.initial.set(slot, textAt(run)([...run.path, ...path]) ?? JSON.stringify(value));
    } else if (typeof value === 'string' && value !== '') {
      instance.initial.set(slot, value);
    }
  };
}

function textAt(run: StreamRun): JsonTextAt {
  run.textAt ??= jsonTexts(run.text);
  return run.textAt;
}

function addStep(slot: string, source: SlotSource): RuleStep {
  const read = compileSource(source);
  const effect = effectOf(slot);
  return (run, node, instance) => {
    const value = read(node);
    if (typeof value === 'string' && value !== '') {
      addText(run, instance, slot, effect, value);
    }
  };
}

/** Equal to the sum of what was added; where nothing was added, it becomes the value (a `done` without deltas is legal). */
function sameStep(slot: string, source: string | SameFormat): RuleStep {
  const read = compilePointer(typeof source === 'string' ? source : source.at);
  const except = typeof source === 'string' ? [] : source.except;
  return (run, node, instance) => {
    const value = read(node);
    if (value === undefined || value === null) {
      return;
    }
    if (typeof value !== 'string') {
      compareWhole(run, instance, slot, value, except);
      return;
    }
    const sum = instance.added.get(slot);
    if (sum === undefined) {
      if (value !== '') {
        addText(run, instance, slot, effectOf(slot), value);
      }
    } else if (sum !== value) {
      run.report(engineIssues.sumDiffers(instance.scope, slot), instance.path);
    }
  };
}

function compareWhole(
  run: StreamRun,
  instance: Instance,
  slot: string,
  value: JsonValue,
  except: readonly string[],
): void {
  const text = stableText(value, except);
  const before = instance.wholes.get(slot);
  if (before === undefined) {
    instance.wholes.set(slot, text);
  } else if (before !== text) {
    run.report(engineIssues.sumDiffers(instance.scope, slot), instance.path);
  }
}

/** A value as text that does not depend on the order of keys, without the excepted keys at any depth. */
function stableText(value: JsonValue, except: readonly string[]): string {
  return JSON.stringify(value, (key, inner: unknown) => {
    if (except.includes(key)) {
      return undefined;
    }
    return isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner;
  });
}

/** @param text not empty */
function addText(run: StreamRun, instance: Instance, slot: string, effect: SlotEffect | undefined, text: string): void {
  run.additions += 1;
  const before = instance.added.get(slot);
  if (before === undefined || run.sums.has(slot)) {
    instance.added.set(slot, (before ?? '') + text);
  }
  switch (effect) {
    case 'text':
    case 'reasoning':
    case 'refusal':
      run.emitter.text(instance, effect, text);
      break;
    case 'arguments':
      run.emitter.toolArguments(instance, text);
      break;
    case 'finish':
    case 'tool-id':
    case 'tool-name':
    case 'family-kind':
    case 'usage-read':
    case undefined:
      break;
  }
}

/** Keeps fragments until the instance closes; only then is the value whole. */
function reduceStep(slot: string, reducer: ReducerName, pointer: string): RuleStep {
  const read = compilePointer(pointer);
  const path = pointerPath(pointer);
  return (run, node, instance) => {
    const items = read(node);
    if (!isArray(items)) {
      return;
    }
    const exact = withExactNumbers(run, path, items);
    run.additions += items.length;
    const kept = instance.fragments.get(slot);
    if (kept === undefined) {
      instance.fragments.set(slot, { reducer, items: [...exact] });
    } else {
      kept.items.push(...exact);
    }
  };
}

/** The same list as it stood on the wire, numbers digit for digit. */
function withExactNumbers(run: StreamRun, path: readonly string[], items: readonly JsonValue[]): readonly JsonValue[] {
  const parsed = parseJsonToRewrite(textAt(run)([...run.path, ...path]) ?? '');
  return parsed.ok && isArray(parsed.value) ? parsed.value : items;
}

function reduceFragments(reducer: ReducerName, items: readonly JsonValue[]): string {
  switch (reducer) {
    case 'json-path-fragments':
      return JSON.stringify(joinFragments(items));
  }
}

/** Delivers reduced values, and start values that no `add` replaced. Called when the instance closes. */
export function deliverRest(run: StreamRun, instance: Instance): void {
  for (const [slot, { reducer, items }] of instance.fragments) {
    addText(run, instance, slot, effectOf(slot), reduceFragments(reducer, items));
  }
  instance.fragments.clear();
  for (const [slot, value] of instance.initial) {
    if (!instance.added.has(slot)) {
      addText(run, instance, slot, effectOf(slot), value);
    }
  }
  instance.initial.clear();
}
