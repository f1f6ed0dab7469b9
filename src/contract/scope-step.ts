import type { JsonValue } from '../core/json.ts';
import { isLoose } from './condition.ts';
import type { RuleFormat, ScopeFormat } from './contract-format.ts';
import { type Found, Instance } from './instance.ts';
import { compilePointer, type Read } from './pointer.ts';
import type { Run } from './run.ts';
import { flushStartValues } from './slots.ts';

/** Finds or opens the instance that a rule works on; `undefined` when the rule cannot go on (and an issue says why). */
export type ScopeStep = (run: Run, node: JsonValue, parent: Instance, position: number) => Found | undefined;

type ScopeVerb = 'open' | 'use' | 'ensure' | 'ref';

export function compileScopeStep(
  rule: RuleFormat,
  scopes: Readonly<Record<string, ScopeFormat>>,
  contractPlace: string,
): ScopeStep | undefined {
  const verb = scopeVerb(rule);
  if (verb === undefined) {
    return undefined;
  }
  const scope = rule[verb] ?? '';
  const format = scopes[scope];
  if (format === undefined) {
    throw new Error(`${contractPlace}: a rule names the unknown scope "${scope}"`);
  }
  const keyOf = compileKey(rule.key ?? '#', scope);
  switch (verb) {
    case 'open':
      return (run, node, parent, position) => {
        const key = keyOf(node, parent, position);
        return key === undefined ? missingKey(run, scope) : openInstance(run, scope, format, key, parent);
      };
    case 'use':
      return (run, node, parent, position) => {
        const key = keyOf(node, parent, position);
        const instance = key === undefined ? undefined : parent.children.get(scope)?.byKey.get(key);
        if (instance?.open !== true) {
          run.report(`${scope}.not-open`, { topic: 'order', level: 'BRK' }, `${scope} ${key ?? '?'}`);
          return undefined;
        }
        return instance.asFound;
      };
    case 'ensure':
      return (run, node, parent, position) => {
        const key = keyOf(node, parent, position);
        if (key === undefined) {
          return missingKey(run, scope);
        }
        const instance = parent.children.get(scope)?.byKey.get(key);
        if (instance === undefined) {
          return openInstance(run, scope, format, key, parent);
        }
        if (!instance.open && format.reopen === true) {
          instance.open = true;
          parent.childrenOf(scope).openCount += 1;
          return instance.asFound;
        }
        return instance.open ? instance.asFound : { ...instance.asFound, closedBefore: true };
      };
    case 'ref':
      return (run, node, parent, position) => {
        const key = keyOf(node, parent, position);
        const instance = key === undefined ? undefined : parent.children.get(scope)?.byKey.get(key);
        if (instance === undefined) {
          run.report(`${scope}.unknown`, { topic: 'order', level: 'SPEC' }, `${scope} ${key ?? '?'}`);
          return undefined;
        }
        return instance.asFound;
      };
  }
}

function scopeVerb(rule: RuleFormat): ScopeVerb | undefined {
  const verbs: readonly ScopeVerb[] = ['open', 'use', 'ensure', 'ref'];
  return verbs.find((verb) => rule[verb] !== undefined);
}

function missingKey(run: Run, scope: string): undefined {
  run.report(`${scope}.key`, { topic: 'order', level: 'BRK' }, scope);
  return undefined;
}

function openInstance(run: Run, scope: string, format: ScopeFormat, key: string | number, parent: Instance): Found {
  const children = parent.childrenOf(scope);
  const path = `${scope} ${key}`;
  if (children.byKey.has(key)) {
    run.report(`${scope}.duplicate`, { topic: 'order', level: 'BRK' }, path);
  } else if (format.order === 'dense' && key !== children.byKey.size) {
    run.report(`${scope}.gap`, { topic: 'order', level: 'BRK' }, path);
  }
  if (format.ends === 'next') {
    for (const sibling of children.all) {
      closeInstance(run, sibling);
    }
  }
  const overlaps =
    format.one === true &&
    children.openCount > 0 &&
    children.all.some((sibling) => sibling.open && !isLoose(sibling, run.facts));
  const instance = new Instance(scope, format, key, parent);
  children.add(instance);
  run.additions += 1;
  return { instance, opened: true, closedBefore: false, overlaps };
}

/**
 * Closes an instance and whatever ends with it. Children with an explicit end stay open and are reported: nothing said
 * that they are whole, so they must not be emitted as completed.
 *
 * @param whole false where the wire says that this instance was cut
 */
export function closeInstance(run: Run, instance: Instance, whole = true): void {
  if (!instance.open) {
    return;
  }
  for (const [scope, children] of instance.children) {
    for (const child of children.all) {
      if (!child.open) {
        continue;
      }
      if (child.format.ends === 'explicit' && !isLoose(child, run.facts)) {
        run.report(`${scope}.unclosed`, { topic: 'order', level: 'OBS' }, child.path);
        continue;
      }
      closeInstance(run, child, whole);
    }
  }
  instance.open = false;
  const siblings = instance.parent?.childrenOf(instance.scope);
  if (siblings !== undefined) {
    siblings.openCount -= 1;
  }
  flushStartValues(run, instance);
  run.emitter.closeInstance(instance, whole);
}

type KeyOf = (node: JsonValue, parent: Instance, position: number) => string | number | undefined;

function compileKey(key: string | readonly string[], scope: string): KeyOf {
  if (typeof key !== 'string') {
    const alternatives = key.map((alternative) => compileKey(alternative, scope));
    return (node, parent, position) => {
      for (const alternative of alternatives) {
        const found = alternative(node, parent, position);
        if (found !== undefined) {
          return found;
        }
      }
      return undefined;
    };
  }
  switch (key) {
    case '#':
    case 'nth':
      return (_node, _parent, position) => position;
    case '+':
      return (_node, parent) => parent.children.get(scope)?.all.length ?? 0;
    case 'last':
      return (_node, parent) => parent.children.get(scope)?.last?.key;
    default:
      return pointerKey(compilePointer(key));
  }
}

function pointerKey(read: Read): KeyOf {
  return (node) => {
    const value = read(node);
    return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : undefined;
  };
}
