import type { FinishKind } from '../../core/domain-event.ts';
import type { JsonValue } from '../../core/json.ts';

/** A JSON pointer (RFC 6901) into the node that a rule works on, `/a/b`; `""` is the node itself. */
export type Pointer = string;

/** Where a value stands: a pointer, or several of which the first that is given wins. */
export type SlotSource = Pointer | readonly Pointer[];

/**
 * What a test looks at: `/pointer` a place of the node · `count:/pointer` how many items a list has · `@slot` of this
 * instance · `^slot` of its parent · `sealed:slot` true once this instance's slot was sealed · `$fact` of the request ·
 * `open:scope` and `all:scope` how many instances below this one are open, or exist.
 */
export type Operand = string;

/** Test of one operand. Absent, null and `""` are one class: not given. */
export type Test =
  /** `"*"` given, `"+"` not empty, `"-"` empty (not given, 0, `[]` or `{}`), null not given; any other value: equal to it. */
  | string
  | number
  | boolean
  | null
  /** Equal to one of these. */
  | readonly (string | number | boolean)[]
  | {
      /** Does not pass this test. */
      readonly not: Test;
    }
  | {
      /** A number of at least this. */
      readonly min: number;
    }
  | {
      /** Of this JSON type. */
      readonly type: 'array' | 'object' | 'string' | 'integer' | 'null';
    }
  | {
      /** Equal to this fact of the request; passes where the fact is not known. */
      readonly fact: string;
    }
  | {
      /** Equal to this operand. */
      readonly as: Operand;
    };

/** An object: every operand passes its test. A list: at least one of the conditions holds. */
export type Condition = { readonly [operand: Operand]: Test } | readonly Condition[];

/** One way to name an event. */
export interface NameCase {
  /** The name itself, or a pointer to where it stands. */
  readonly is: string;
  /** Condition under which this case names the event; without it, always. */
  readonly if?: Condition;
}

/** How instances of a scope are ordered, overlap and close. */
export interface ScopeFormat {
  /** The instances are the choices of the answer, and their keys the indexes of the choices. */
  readonly choice?: true;
  /** `dense`: keys are 0, 1, 2 … in the order of opening; `complete`: 0 to n-1 are all there at the end; `free` or absent: any. */
  readonly order?: 'dense' | 'complete' | 'free';
  /** At most one instance is open at a time. */
  readonly one?: true;
  /** What closes an instance. `explicit`: a rule with `close`; `parent`: the close of its parent; `next`: the opening of a sibling. */
  readonly ends: 'explicit' | 'parent' | 'next';
  /** `ensure` may open a closed instance again. */
  readonly reopen?: true;
  /** Slots that must have a value once the rule that opened the instance has filled them. */
  readonly need?: readonly string[];
  /** Slots that must not change once they have a value. */
  readonly fixed?: readonly string[];
  /** Condition on an instance that may overlap others and stay open. */
  readonly loose?: Condition;
}

/** Named code for what data cannot say about how a value is put together. */
export type ReducerName = 'json-path-fragments';

/** What to do with one event, or with one place of it. */
export interface RuleFormat {
  /** Name by which traits address the rule. */
  readonly id?: string;
  /** States in which the rule runs, and which it admits for the event; without it, it runs in any state and admits none. */
  readonly in?: string | readonly string[];
  /** Condition on the node and the enclosing instance; where it fails, the rule is passed over. */
  readonly if?: Condition;
  /** Place of a list: the further steps run once per element, which becomes the node. */
  readonly each?: Pointer;
  /** Scope of which a new instance is opened; its key must not exist yet. */
  readonly open?: string;
  /** Scope of the instance to work on, which must be open. */
  readonly use?: string;
  /** Scope of the instance to work on, which is opened if it does not exist. */
  readonly ensure?: string;
  /** Scope of the instance to work on, which must exist, open or closed. */
  readonly ref?: string;
  /**
   * Key of the instance: a pointer to it, `#` the position in `each`, `next` how many instances there are, `last` the one
   * opened last, or several of these, of which the first that gives a key wins; `#` where absent.
   */
  readonly key?: string | readonly string[];
  /**
   * Rules that fill an instance which `use` did not find, as far as this event tells what it is, so that the event is read;
   * without it, the rule ends there.
   */
  readonly repair?: readonly RuleFormat[];
  /** Conditions by issue id: one that does not hold reports its id. */
  readonly must?: Readonly<Record<string, Condition>>;
  /** Slots that get a constant. */
  readonly set?: Readonly<Record<string, JsonValue>>;
  /** Slots that get the value at a place, if one is given that is not 0. */
  readonly put?: Readonly<Record<string, SlotSource>>;
  /** Slots that get a start value, text or an object, which the first `add` replaces. */
  readonly init?: Readonly<Record<string, Pointer>>;
  /** Slots to which the text at a place is added. */
  readonly add?: Readonly<Record<string, SlotSource>>;
  /** Slots that get text when the instance closes: a named reducer makes it of all the values that stood at a place. */
  readonly reduce?: Readonly<Record<string, ReduceFormat>>;
  /** Slots whose sum must equal the text at a place (it is added if nothing was); an object or list must equal the one before it. */
  readonly same?: Readonly<Record<string, Pointer | SameFormat>>;
  /** Slots whose value is final from here on; conditions ask for it with `sealed:slot`. */
  readonly seal?: readonly string[];
  /** Makes the instance a part of the answer; the wire's word for its kind stands at this place, or is given. */
  readonly part?: Pointer | PartFormat;
  /** Places of values that must survive a round trip unchanged, by the name under which they are reported. */
  readonly opaque?: Readonly<Record<string, Pointer>>;
  /** The answer starts with this event; told once. */
  readonly started?: StartedFormat;
  /** Place of a usage object. */
  readonly usage?: Pointer | UsageSource;
  /** A finish reason whose meaning the event itself gives, whatever its word. */
  readonly finish?: EventFinish;
  /** Place of an error object, or of its text. */
  readonly error?: Pointer;
  /** The event only keeps the connection alive. */
  readonly heartbeat?: true;
  /** Inner rules: they work on the same node, and this instance encloses them. */
  readonly then?: readonly RuleFormat[];
  /** Closes the instance; with `cut` it is over but not whole, and its part never completes. */
  readonly close?: true | 'cut';
  /** State after the event. */
  readonly to?: string;
  /** Ends the response in this phase. */
  readonly end?: TerminalPhase;
}

export interface SameFormat {
  /** Place of the value. */
  readonly at: Pointer;
  /** Keys that are left out of the comparison, at any depth. */
  readonly except: readonly string[];
}

export interface ReduceFormat {
  /** Name of the reducer: `json-path-fragments` puts an object together from `{ jsonPath, …Value }` fragments. */
  readonly with: ReducerName;
  /** Place of the list of values. */
  readonly at: Pointer;
}

export interface PartFormat {
  /** The wire's word for the kind of part. */
  readonly is: string;
}

export interface StartedFormat {
  /** Place of the answer's id; `/id` where absent. */
  readonly id?: Pointer;
  /** Place of the model's name; `/model` where absent. */
  readonly model?: Pointer;
}

export interface UsageSource {
  /** Place of the usage object. */
  readonly at: Pointer;
  /** Places in the usage object that are not read. */
  readonly except: readonly Pointer[];
}

export interface EventFinish {
  /** Place of the wire's word. */
  readonly at: Pointer;
  /** What the event means. */
  readonly is: FinishKind;
}

/** How a response ended. */
export type TerminalPhase = 'completed' | 'incomplete' | 'failed' | 'cancelled' | 'pending';

/** What a bare, clean end of the stream means. */
export interface EofFormat {
  /** States in which it has this meaning. */
  readonly in: string | readonly string[];
  /** Condition on the response that must hold. */
  readonly if?: Condition;
  /** Phase in which the response has ended. */
  readonly phase: TerminalPhase;
}

/** A pair of events, expanded into rules: `<stem>.delta` adds `/delta` to a slot, `<stem>.done` repeats its value and seals it. */
export interface FamilyFormat {
  /** Beginning of both names. */
  readonly stem: string;
  /** States in which both may come. */
  readonly in: string | readonly string[];
  /** The instances that they go through, from the outermost inwards. */
  readonly path: readonly FamilyStep[];
  /** Slot of the innermost instance. */
  readonly slot: string;
  /** Place in the `done` event of the whole value. */
  readonly done: Pointer;
  /** Kinds of the innermost instance that take them, by its slot `kind`; any where absent. */
  readonly kinds?: readonly string[];
}

export interface FamilyStep {
  /** Scope of an instance that must be open. */
  readonly use: string;
  /** Its key, as in a rule. */
  readonly key: string;
  /** Rules that fill an instance which was not found, as in a rule. */
  readonly repair?: readonly RuleFormat[];
  /** Slots that get the value at a place, as in a rule: it checks identity on the way. */
  readonly put?: Readonly<Record<string, SlotSource>>;
}
