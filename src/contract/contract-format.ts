import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { FinishKind, PartKind } from '../core/domain-event.ts';
import type { IssueLevel, IssueTopic } from '../core/issue.ts';
import type { JsonValue } from '../core/json.ts';
import type { ErrorClass } from '../core/reported-error.ts';
import type { Source } from '../core/source.ts';
import type { UsageField } from '../core/usage.ts';

/** `/a/b`: a JSON pointer into the node a rule works on; `""` is the node itself. */
export type Pointer = string;

/**
 * `/pointer` · `count:/pointer` items of a list · `@slot` of this instance · `^slot` of its parent · `$fact` of the request ·
 * `open:scope` and `all:scope` instances below this one.
 */
export type Operand = string;

/**
 * `"*"` given · `null` not given · `"+"` not empty · `"-"` empty · a list: any of · `{not}` · `{min}` · `{type}` ·
 * `{fact}`: equal to that request fact, where the fact is known · `{as}`: equal to that operand · any other value: equal to it.
 * Absent, null and `""` are one class: not given.
 */
export type Test =
  | string
  | number
  | boolean
  | null
  | readonly (string | number | boolean)[]
  | { readonly not: Test }
  | { readonly min: number }
  | { readonly type: 'array' | 'object' | 'string' | 'integer' }
  | { readonly fact: string }
  | { readonly as: Operand };

/** An object: every operand passes its test; a list: at least one of the conditions holds. */
export type Condition = { readonly [operand: Operand]: Test } | readonly Condition[];

export interface NameCase {
  /** The name itself, or a pointer to where it stands. */
  readonly is: string;
  readonly if?: Condition;
}

/** How instances of a scope are ordered, overlap and close. */
export interface ScopeFormat {
  /** The instances of this scope are the choices of the answer; the key is the choice's index. */
  readonly choice?: true;
  /** `dense`: keys are 0, 1, 2 … in order of opening. `complete`: 0…n-1 are all there at the end. `free`: no order. */
  readonly order?: 'dense' | 'complete' | 'free';
  /** At most one instance is open at a time. */
  readonly one?: true;
  /** `explicit`: a rule closes it. `parent`: closes with its parent. `next`: closes when a sibling opens. */
  readonly ends: 'explicit' | 'parent' | 'next';
  /** A closed instance may be opened again by `ensure`. */
  readonly reopen?: true;
  /** Slots that must be given when the instance has been opened. */
  readonly need?: readonly string[];
  /** Slots that must not change once given. */
  readonly fixed?: readonly string[];
  /** Instances for which overlap and staying open are tolerated. */
  readonly loose?: Condition;
}

/** Where the value of a slot comes from: the first pointer that is given wins. */
export type SlotSource = Pointer | readonly Pointer[];

/** What data cannot say about accumulation, by name. */
export type ReducerName = 'json-path-fragments';

export interface RuleFormat {
  /** Name by which traits address the rule. */
  readonly id?: string;
  readonly in?: string | readonly string[];
  readonly if?: Condition;
  readonly each?: Pointer;
  /** Must not exist yet · must be open · opens it if absent · must exist, open or not. */
  readonly open?: string;
  readonly use?: string;
  readonly ensure?: string;
  readonly ref?: string;
  /** `/pointer`, `#` position in `each`, `nth` same, `+` next ordinal, `last` the one opened last, or a list of alternatives. */
  readonly key?: string | readonly string[];
  readonly must?: Readonly<Record<string, Condition>>;
  readonly set?: Readonly<Record<string, JsonValue>>;
  readonly put?: Readonly<Record<string, SlotSource>>;
  readonly init?: Readonly<Record<string, Pointer>>;
  readonly add?: Readonly<Record<string, SlotSource>>;
  /** Values that a named reducer turns into the text of a slot when the instance closes. */
  readonly reduce?: Readonly<Record<string, { readonly with: ReducerName; readonly at: Pointer }>>;
  readonly same?: Readonly<Record<string, Pointer | { readonly at: Pointer; readonly except: readonly string[] }>>;
  /** The wire's own word for the kind of part that this instance is. */
  readonly part?: Pointer | { readonly is: string };
  /** Values that must survive a round trip, by the name under which they are reported. */
  readonly opaque?: Readonly<Record<string, Pointer>>;
  readonly started?: { readonly id?: Pointer; readonly model?: Pointer };
  readonly usage?: Pointer | { readonly at: Pointer; readonly except: readonly Pointer[] };
  /** A finish whose meaning the event itself gives, whatever its word: `at` is where the word stands. */
  readonly finish?: { readonly at: Pointer; readonly is: FinishKind };
  readonly error?: Pointer;
  readonly heartbeat?: true;
  readonly then?: readonly RuleFormat[];
  /** `cut`: closed, but not whole; the part never completes. */
  readonly close?: true | 'cut';
  readonly to?: string;
  readonly end?: TerminalPhase;
}

export type TerminalPhase = 'completed' | 'incomplete' | 'failed' | 'cancelled';

/** What a bare, clean end of the stream means. */
export interface EofFormat {
  readonly in: string | readonly string[];
  readonly if?: Condition;
  readonly phase: TerminalPhase;
}

/**
 * A family of alike event pairs, expanded into rules when the contract is loaded: `{stem}.delta` adds `/delta` to a slot
 * of the innermost scope, `{stem}.done` repeats the whole value and seals it. Most of the Responses dialect is this.
 */
export interface FamilyFormat {
  readonly stem: string;
  readonly in: string | readonly string[];
  /** From the outermost scope inwards; `put` checks identity on the way (`id` against `/item_id`). */
  readonly path: readonly {
    readonly use: string;
    readonly key: string;
    readonly put?: Readonly<Record<string, SlotSource>>;
  }[];
  readonly slot: string;
  /** Where the `done` event repeats the whole value. */
  readonly done: Pointer;
  /** Kinds of the innermost instance that the events may go into; any where absent. */
  readonly kinds?: readonly string[];
}

/** A usage quantity: one required number plus numbers that are added where they are given. */
export interface UsageFormat {
  readonly of: Pointer;
  readonly plus?: readonly Pointer[];
  /** The server leaves zeros out: where this one is given, an absent `of` counts as 0. */
  readonly zeroWith?: Pointer;
}

/** A name in the table `sources` of the contract, and what that source says of the rule. */
export type IssueSource = string | { readonly from: string; readonly text: string };

export interface IssueFormat {
  readonly topic: IssueTopic;
  readonly level: IssueLevel;
  readonly source: IssueSource;
  /** The field's own word for this fault (`snapshot_hash_mismatch`), where it has one. */
  readonly cause?: string;
}

/** Something that an answer can hold and a dialect has no slot for: a route towards it may lose it, and nothing else. */
export interface Loss {
  /** A part kind, the name of an opaque value, or plain words where neither fits. */
  readonly what: string;
  readonly why: string;
}

/** How an error is stated in this dialect (docs/translation.md#errors). */
export interface ErrorRow {
  /** HTTP status, where the head was not sent yet. */
  readonly status: number;
  /** Its `type`, or whatever the dialect calls that word. */
  readonly preferred: string;
  /** Types that mean the same. */
  readonly acceptable: readonly string[];
  /** Where one is customary. */
  readonly code?: string;
}

/** How a meaning is written in this dialect (docs/translation.md#finish-reasons). */
export interface FinishRow {
  /** Null where only an error may end the answer. */
  readonly preferred: string | null;
  readonly acceptable: readonly FinishValue[];
  /** An error in place of the answer is right, too. */
  readonly error?: 'acceptable';
  /** Words that lose or invert the meaning. */
  readonly wrong: readonly string[];
}

export interface FinishValue {
  readonly value: string;
  /** The answer carried text in its refusal channel. */
  readonly if?: 'refusal-text' | 'no-tools';
}

export interface TraitFormat {
  /** What it does, and in brackets who needs it. */
  readonly title: string;
  /**
   * Issues that are no finding for a server with this trait: an id, or an id and the detail of an issue (with `*` for a
   * position in a list: `event.schema.chunk /usage/total_tokens type`), which leaves the rest of the schema standing.
   */
  readonly allow?: readonly string[];
  /**
   * Requirements on a stream alone that ask of such a server what it does not hold: `any/usage/adds-up`. Whoever applies
   * requirements leaves them out; the contract itself knows none.
   */
  readonly excuses?: readonly string[];
  /** JSON merge patches (RFC 7396), by scope name, by rule id, of `wire` and of `sequence`; another state to start in. */
  readonly patch?: {
    readonly scopes?: Readonly<Record<string, JsonValue>>;
    readonly rules?: Readonly<Record<string, JsonValue>>;
    readonly wire?: JsonValue;
    readonly sequence?: JsonValue;
    readonly start?: string;
  };
  /** Rules added behind those of an event, or for an event that has none. */
  readonly more?: Readonly<Record<string, readonly RuleFormat[]>>;
  /** Rules put in front of the inner rules of a rule, by its id. */
  readonly inner?: Readonly<Record<string, readonly RuleFormat[]>>;
  readonly eof?: readonly EofFormat[];
  /** Pointers that need not stay constant with this trait. */
  readonly varies?: readonly Pointer[];
}

/**
 * How calls of client tools differ from calls with a required id and arguments as text: without ids, results are matched by
 * name and order; arguments that are an object keep their digits, not their spelling.
 */
export interface ToolFormat {
  readonly id?: 'optional';
  readonly arguments?: 'object';
  /** Calls in which this slot holds this word have input that is plain text, no JSON. */
  readonly plainText?: { readonly slot: string; readonly is: string };
}

/** The shape of `contracts/<dialect>/contract.json`; `contracts/meta/contract.schema.json` says the same to other languages. */
export interface ContractFormat {
  readonly dialect: DialectId;
  readonly version: string;
  readonly title: string;
  /** Where the rules of the dialect are described, by the names under which `issues` cites them. */
  readonly sources: Readonly<Record<string, Source>>;
  readonly wire: {
    readonly eventLine: 'required' | 'none';
    /** `alone`: official SDKs lose an event whose block holds anything but one `data:` line. */
    readonly dataLine?: 'alone';
    /** Data text that is the event `$done`, exactly. */
    readonly done?: string;
    /** `dispatched`: the last event counts without its blank line, as in a file whose end an editor has trimmed. */
    readonly tail?: 'dispatched';
    /**
     * A clean end after every finish reason, but without the terminal event: `tolerated` where official SDKs end quietly,
     * so that a relay may take it for an end; `fault` where they throw.
     */
    readonly eofAfterFinish: 'tolerated' | 'fault';
  };
  readonly tools?: ToolFormat;
  /** Cases tried in order; the first that holds names the event. */
  readonly name: readonly NameCase[];
  /** Values that never change over a stream. */
  readonly constant: readonly Pointer[];
  /** Without `from` the first number may be any. */
  readonly sequence?: { readonly at: Pointer; readonly from?: number };
  /** State before the first event; `start` where absent. */
  readonly start?: string;
  readonly scopes: Readonly<Record<string, ScopeFormat>>;
  readonly rules: Readonly<Record<string, readonly RuleFormat[]>>;
  readonly families?: readonly FamilyFormat[];
  readonly eof: readonly EofFormat[];
  /** How the wire's words for parts map to ours; a word that is not listed is `other`. */
  readonly parts: Readonly<Record<string, PartKind>>;
  readonly finish: {
    readonly read: Readonly<Record<string, FinishKind>>;
    /** Words of `read` that an encoder does not keep: of other servers, numbers of an enum, what stands for an absent word. */
    readonly readOnly?: readonly string[];
    readonly write: Readonly<Record<FinishKind, FinishRow>>;
  };
  readonly usage: {
    readonly merge: 'latest-per-field' | 'snapshot';
    readonly fields: Readonly<Partial<Record<UsageField, UsageFormat>>>;
  };
  readonly errors: {
    readonly type: Pointer;
    readonly code: SlotSource;
    readonly message: Pointer;
    readonly byCode: Readonly<Record<string, ErrorClass>>;
    readonly byType: Readonly<Record<string, ErrorClass>>;
    readonly byStatus: Readonly<Record<string, ErrorClass>>;
    readonly write: Readonly<Record<ErrorClass, ErrorRow>>;
  };
  /** What other dialects can say and this one cannot. */
  readonly losses: readonly Loss[];
  /** Topic, level and source by issue id or by the id's beginning; the longest match wins. */
  readonly issues: Readonly<Record<string, IssueFormat>>;
  readonly traits: Readonly<Record<string, TraitFormat>>;
}
