import { isArray, isObject, type JsonTextAt, type JsonValue, jsonTexts, parseJsonToRewrite } from '../core/json.ts';
import type { ReducerName, RuleFormat } from './contract-format.ts';
import type { Channel } from './emitter.ts';
import type { Instance } from './instance.ts';
import { joinFragments } from './json-path-fragments.ts';
import { compilePointer, compileSource, isGiven, pointerPath } from './pointer.ts';
import type { Run } from './run.ts';

/** Applies one slot verb to an instance. */
export type SlotStep = (run: Run, node: JsonValue, instance: Instance) => void;

/** The slot verbs of a rule, in their fixed order: set, put, init, same, add, reduce. */
export function compileSlotSteps(rule: RuleFormat): readonly SlotStep[] {
  return [
    ...Object.entries(rule.set ?? {}).map(([slot, value]) => setStep(slot, value)),
    ...Object.entries(rule.put ?? {}).map(([slot, source]) => putStep(slot, source)),
    ...Object.entries(rule.init ?? {}).map(([slot, pointer]) => initStep(slot, pointer)),
    ...Object.entries(rule.same ?? {}).map(([slot, source]) => sameStep(slot, source)),
    ...Object.entries(rule.add ?? {}).map(([slot, source]) => addStep(slot, source)),
    ...Object.entries(rule.reduce ?? {}).map(([slot, reducer]) => reduceStep(slot, reducer.with, reducer.at)),
  ];
}

function setStep(slot: string, value: JsonValue): SlotStep {
  return (_run, _node, instance) => {
    instance.slots.set(slot, value);
  };
}

/** The last given value wins; a `fixed` slot reports a change, where `""`, 0 and null do not count as values. */
function putStep(slot: string, source: string | readonly string[]): SlotStep {
  const read = compileSource(source);
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
      const topic = slot === 'finish' ? 'terminal' : 'identity';
      run.report(`${instance.scope}.changed.${slot}`, { topic, level: 'SPEC' }, instance.path);
    }
    instance.slots.set(slot, value);
    const word = slot === 'finish' ? run.finishWord(value) : undefined;
    if (word !== undefined) {
      run.emitter.finish(instance, run.finishKind(word), word);
    }
  };
}

/** A start value that the first `add` replaces. Objects are kept as the text that stood on the wire, digit for digit. */
function initStep(slot: string, pointer: string): SlotStep {
  const read = compilePointer(pointer);
  const path = pointerPath(pointer);
  return (run, node, instance) => {
    const value = read(node);
    if (isObject(value) && Object.keys(value).length > 0) {
      instance.slots.set(`init:${slot}`, textAt(run)([...run.path, ...path]) ?? JSON.stringify(value));
    } else if (typeof value === 'string' && value !== '') {
      instance.slots.set(`init:${slot}`, value);
    }
  };
}

function textAt(run: Run): JsonTextAt {
  run.textAt ??= jsonTexts(run.text);
  return run.textAt;
}

function addStep(slot: string, source: string | readonly string[]): SlotStep {
  const read = compileSource(source);
  return (run, node, instance) => {
    const value = read(node);
    if (typeof value === 'string' && value !== '') {
      addText(run, instance, slot, value);
    }
  };
}

/** Equal to the sum of what was added; where nothing was added, it becomes the value (a `done` without deltas is legal). */
function sameStep(
  slot: string,
  source: string | { readonly at: string; readonly except: readonly string[] },
): SlotStep {
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
        addText(run, instance, slot, value);
      }
    } else if (sum !== value) {
      run.report(`${instance.scope}.sum.${slot}`, { topic: 'order', level: 'OBS' }, instance.path);
    }
  };
}

function compareWhole(run: Run, instance: Instance, slot: string, value: JsonValue, except: readonly string[]): void {
  const text = stableText(value, except);
  const before = instance.slots.get(`whole:${slot}`);
  if (before === undefined) {
    instance.slots.set(`whole:${slot}`, text);
  } else if (before !== text) {
    run.report(`${instance.scope}.sum.${slot}`, { topic: 'order', level: 'OBS' }, instance.path);
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

function addText(run: Run, instance: Instance, slot: string, text: string): void {
  run.additions += 1;
  const before = instance.added.get(slot);
  if (before === undefined || run.sums.has(slot)) {
    instance.added.set(slot, (before ?? '') + text);
  }
  if (slot === 'arguments') {
    run.emitter.toolArguments(instance, text);
  } else if (isChannel(slot)) {
    run.emitter.text(instance, slot, text);
  }
}

function isChannel(slot: string): slot is Channel {
  return slot === 'text' || slot === 'reasoning' || slot === 'refusal';
}

/** Keeps fragments until the instance closes; only then is the value whole. */
function reduceStep(slot: string, reducer: ReducerName, pointer: string): SlotStep {
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
function withExactNumbers(run: Run, path: readonly string[], items: readonly JsonValue[]): readonly JsonValue[] {
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
export function flushStartValues(run: Run, instance: Instance): void {
  for (const [slot, { reducer, items }] of instance.fragments) {
    addText(run, instance, slot, reduceFragments(reducer, items));
  }
  instance.fragments.clear();
  for (const [slot, value] of [...instance.slots]) {
    if (slot.startsWith('init:') && typeof value === 'string') {
      instance.slots.delete(slot);
      const target = slot.slice('init:'.length);
      if (!instance.added.has(target)) {
        addText(run, instance, target, value);
      }
    }
  }
}
