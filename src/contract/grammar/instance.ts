import type { Coordinates } from '../../core/domain-event.ts';
import type { JsonValue } from '../../core/json.ts';
import type { ReducerName, ScopeFormat } from './rule-format.ts';

/** What a scope verb found: the instance to work on, and how it came to be. */
export interface Found {
  readonly instance: Instance;
  /** This rule opened it. */
  readonly opened: boolean;
  /** It had been closed before and may not be opened again. */
  readonly closedBefore: boolean;
  /** Opened beside an open sibling, where only one may be open. */
  readonly overlaps: boolean;
}

/** Values of a list, gathered over events, that a reducer will make text of. */
export interface Fragments {
  readonly reducer: ReducerName;
  readonly items: JsonValue[];
}

/** One opened scope: a choice, a block, a tool call, an item. The root instance stands for the response itself. */
export class Instance {
  readonly scope: string;
  readonly format: ScopeFormat;
  readonly key: string | number;
  readonly parent: Instance | undefined;
  readonly children = new Map<string, ScopeChildren>();
  /** Values by slot that `set` and `put` gave. */
  readonly slots = new Map<string, JsonValue>();
  /** Text by slot that `add` gathered; only the first piece where nobody looks at the sum. */
  readonly added = new Map<string, string>();
  /** Text by slot that stands if `add` brings none: the start values. */
  readonly initial = new Map<string, string>();
  /** Objects and lists by slot, as stable text, that later ones must equal. */
  readonly wholes = new Map<string, string>();
  /** Fragments by slot that become text when the instance closes. */
  readonly fragments = new Map<string, Fragments>();
  /** Slots whose value is final. */
  readonly sealed = new Set<string>();
  /** Wire index of the choice it belongs to. */
  readonly choice: number;
  open = true;
  /** An event came for it while it was not open, which was told. What follows from that needs no telling. */
  told = false;
  /** What `use` finds nearly every time; made once, because streams ask thousands of times. */
  readonly asFound: Found = { instance: this, opened: false, closedBefore: false, overlaps: false };
  /** The part that this instance is, once it is one; one object for all of its events. */
  at: Coordinates | undefined;

  constructor(scope: string, format: ScopeFormat, key: string | number, parent: Instance | undefined) {
    this.scope = scope;
    this.format = format;
    this.key = key;
    this.parent = parent;
    this.choice = format.choice === true && typeof key === 'number' ? key : (parent?.choice ?? 0);
  }

  childrenOf(scope: string): ScopeChildren {
    let children = this.children.get(scope);
    if (children === undefined) {
      children = new ScopeChildren();
      this.children.set(scope, children);
    }
    return children;
  }

  /** For messages: `choice 0 tool 1`. */
  get path(): string {
    const own = this.parent === undefined ? '' : `${this.scope} ${this.key}`;
    const above = this.parent?.path ?? '';
    return above === '' ? own : `${above} ${own}`;
  }
}

/** The instance that stands for a response. */
export function createRoot(): Instance {
  return new Instance('', { ends: 'explicit' }, 0, undefined);
}

/** All instances of one scope below one parent, in order of opening. A reopened key leaves its forerunner in `all`. */
export class ScopeChildren {
  readonly all: Instance[] = [];
  readonly byKey = new Map<string | number, Instance>();
  openCount = 0;

  add(instance: Instance): void {
    this.all.push(instance);
    this.byKey.set(instance.key, instance);
    this.openCount += 1;
  }

  get last(): Instance | undefined {
    return this.all.at(-1);
  }
}
