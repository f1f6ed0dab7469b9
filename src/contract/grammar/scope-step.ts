import type { JsonValue } from '../../core/json.ts';
import { isLoose } from './condition.ts';
import { engineIssues } from './engine-issues.ts';
import { type Found, Instance, type ScopeChildren } from './instance.ts';
import { slotsWith } from './named-slots.ts';
import { compilePointer, compileSource, isGiven, type Read } from './pointer.ts';
import type { RuleFormat, ScopeFormat } from './rule-format.ts';
import { deliverRest } from './slots.ts';
import type { RuleStep, StreamRun } from './stream-run.ts';

/** Finds or opens the instance that a rule works on; `undefined` when the rule cannot go on (and an issue says why). */
export type ScopeStep = (run: StreamRun, node: JsonValue, parent: Instance, position: number) => Found | undefined;

type ScopeVerb = 'open' | 'use' | 'ensure' | 'ref';

/** @param repair fills an instance that `use` did not find; absent where the rule cannot */
export function compileScopeStep(
  rule: RuleFormat,
  scopes: Readonly<Record<string, ScopeFormat>>,
  contractPlace: string,
  repair?: RuleStep,
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
    case 'open': {
      const isLate = compileIsLate(rule);
      return (run, node, parent, position) => {
        const key = keyOf(node, parent, position);
        const known = key === undefined ? undefined : parent.children.get(scope)?.byKey.get(key);
        if (known?.told === true && isLate(known, node)) {
          return known.asFound;
        }
        return key === undefined ? missingKey(run, scope) : openInstance(run, scope, format, key, parent);
      };
    }
    case 'use':
      return (run, node, parent, position) => {
        const key = keyOf(node, parent, position);
        const instance = key === undefined ? undefined : parent.children.get(scope)?.byKey.get(key);
        if (instance?.open === true) {
          return instance.asFound;
        }
        const told = parent.told || run.report(engineIssues.scopeNotOpen(scope), `${scope} ${key ?? '?'}`);
        const closed = instance ?? (key === undefined ? parent.children.get(scope)?.last : undefined);
        if (!told || repair === undefined) {
          return undefined;
        }
        return closed === undefined ? repaired(run, node, scope, format, key ?? 0, parent, repair) : visited(closed);
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
          run.report(engineIssues.scopeUnknown(scope), `${scope} ${key ?? '?'}`);
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

function missingKey(run: StreamRun, scope: string): undefined {
  run.report(engineIssues.scopeKey(scope), scope);
  return undefined;
}

function openInstance(
  run: StreamRun,
  scope: string,
  format: ScopeFormat,
  key: string | number,
  parent: Instance,
): Found {
  const children = parent.childrenOf(scope);
  const path = `${scope} ${key}`;
  if (children.byKey.has(key)) {
    run.report(engineIssues.scopeDuplicate(scope), path);
  } else if (format.order === 'dense' && key !== children.byKey.size) {
    run.report(engineIssues.scopeGap(scope), path);
  }
  closeForNext(run, format, children);
  const overlaps =
    format.one === true &&
    children.openCount > 0 &&
    children.all.some((sibling) => sibling.open && !isLoose(sibling, run.facts));
  const instance = new Instance(scope, format, key, parent);
  children.add(instance);
  run.additions += 1;
  return { instance, opened: true, closedBefore: false, overlaps };
}

/** Whether an opening is that of an instance which was repaired before: it comes late, and is of the same kind. */
function compileIsLate({ put = {} }: RuleFormat): (known: Instance, node: JsonValue) => boolean {
  const kinds = slotsWith('family-kind').map((slot) => ({ slot, read: compileSource(put[slot] ?? []) }));
  return ({ open, slots }, node) => open && kinds.every(({ slot, read }) => slots.get(slot) === read(node));
}

function closeForNext(run: StreamRun, format: ScopeFormat, children: ScopeChildren): void {
  if (format.ends === 'next') {
    for (const sibling of children.all) {
      closeInstance(run, sibling);
    }
  }
}

/**
 * The instance that should have been opened, as far as the event tells what it is. That it was not open is told already, so
 * neither its key nor its siblings are looked at.
 *
 * @returns `undefined` where the event does not give what the scope needs
 */
function repaired(
  run: StreamRun,
  node: JsonValue,
  scope: string,
  format: ScopeFormat,
  key: string | number,
  parent: Instance,
  repair: RuleStep,
): Found | undefined {
  const children = parent.childrenOf(scope);
  const instance = new Instance(scope, format, key, parent);
  closeForNext(run, format, children);
  repair(run, node, instance);
  if (format.need?.some((slot) => !isGiven(instance.slots.get(slot))) === true) {
    return undefined;
  }
  instance.told = true;
  children.add(instance);
  run.additions += 1;
  return instance.asFound;
}

/** An instance that is closed, or the last one where the event has no key: clients that look at text alone read on. */
function visited(instance: Instance): Found {
  instance.told ||= !instance.open;
  return instance.asFound;
}

/**
 * Closes an instance and whatever ends with it.
 *
 * @param whole false where the wire says that this instance was cut
 */
export function closeInstance(run: StreamRun, instance: Instance, whole = true): void {
  if (!instance.open) {
    return;
  }
  closeChildren(run, instance, whole);
  instance.open = false;
  const siblings = instance.parent?.childrenOf(instance.scope);
  if (siblings !== undefined) {
    siblings.openCount -= 1;
  }
  deliverRest(run, instance);
  run.emitter.closeInstance(instance, whole);
}

/**
 * Closes what is open below an instance. Children with an explicit end stay open and are reported: nothing said that they
 * are whole, so they must not be emitted as completed.
 */
export function closeChildren(run: StreamRun, instance: Instance, whole = true): void {
  for (const [scope, children] of instance.children) {
    for (const child of children.all) {
      const needsClose = child.format.ends === 'explicit' && (child.told || !isLoose(child, run.facts));
      if (!child.open || !needsClose) {
        closeInstance(run, child, whole);
      } else if (!child.told) {
        run.report(engineIssues.scopeUnclosed(scope), child.path);
      }
    }
  }
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
      return (_node, _parent, position) => position;
    case 'next':
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
