import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { FinishKind, PartKind } from '../core/domain-event.ts';
import type { IssueLevel, IssueTopic } from '../core/issue.ts';
import type { JsonValue } from '../core/json.ts';
import type { ErrorClass } from '../core/reported-error.ts';
import type { Source } from '../core/source.ts';
import type { UsageField } from '../core/usage.ts';
import type {
  EofFormat,
  FamilyFormat,
  NameCase,
  Pointer,
  RuleFormat,
  ScopeFormat,
  SlotSource,
} from './grammar/rule-format.ts';

/**
 * The shape of `contracts/<dialect>/contract.json`. `contracts/meta/contract.schema.json` says the same to other languages,
 * and `contracts/README.md` explains it.
 */
export interface ContractFormat {
  /** Id of the dialect, which is the name of the contract's folder. */
  readonly dialect: DialectId;
  /** Day on which the contract last changed, `YYYY-MM-DD`. */
  readonly version: string;
  /** Name of the dialect for people. */
  readonly title: string;
  /** Where the rules of the dialect are described, by the names under which `issues` cites them. */
  readonly sources: Readonly<Record<string, Source>>;
  /** How events are framed. */
  readonly wire: WireFormat;
  /** How calls of client tools differ from calls with a required id and arguments that are JSON text. */
  readonly tools?: ToolFormat;
  /** Cases tried in order: the first that holds names the event. */
  readonly name: readonly NameCase[];
  /** Places whose values never change over a stream. */
  readonly constant: readonly Pointer[];
  /** Number that every event of a stream has, one higher than that of the event before. */
  readonly sequence?: SequenceFormat;
  /** State before the first event; `start` where absent. */
  readonly start?: string;
  /** What an answer has several of, one inside another: choices, blocks, items, tool calls. */
  readonly scopes: Readonly<Record<string, ScopeFormat>>;
  /** Rules by the name of the event that they are for, in the order in which they run. */
  readonly rules: Readonly<Record<string, readonly RuleFormat[]>>;
  /** Pairs of a `delta` and a `done` event that are alike, each expanded into two rules. */
  readonly families?: readonly FamilyFormat[];
  /** What a clean end of the stream means where no event has ended the response; the first that holds. */
  readonly eof: readonly EofFormat[];
  /** What the wire's words for parts mean; a word that is not listed is `other`. */
  readonly parts: Readonly<Record<string, PartKind>>;
  /** Finish reasons, in both directions. */
  readonly finish: FinishFormat;
  /** Usage, and how several reports of it are merged. */
  readonly usage: UsageFormat;
  /** Errors, in both directions. */
  readonly errors: ErrorFormat;
  /** What other dialects can say and this one cannot. */
  readonly losses: readonly Loss[];
  /** Topic, level and source by issue id, or by the beginning of one; the longest that fits wins. */
  readonly issues: Readonly<Record<string, IssueFormat>>;
  /** Habits of real servers, by name: what the contract lets pass for upstreams and recordings that have them. */
  readonly traits: Readonly<Record<string, TraitFormat>>;
}

export interface WireFormat {
  /** Whether each event has an `event:` line. */
  readonly eventLine: 'required' | 'none';
  /** `alone`: official SDKs lose an event whose block holds anything besides one `data:` line. */
  readonly dataLine?: 'alone';
  /** Data that is, exactly, the event `$done`. */
  readonly done?: string;
  /** Data that is no event, and at which clients stop reading. */
  readonly sentinel?: string;
  /** `dispatched`: the last event counts without its blank line, as in a file whose end an editor has trimmed. */
  readonly tail?: 'dispatched';
  /**
   * A clean end after every finish reason but without the terminal event: `tolerated` where official SDKs end quietly, so
   * that a relay may take it for an end; `fault` where they throw.
   */
  readonly eofAfterFinish: 'tolerated' | 'fault';
}

export interface ToolFormat {
  /** `optional`: a call may have no id, and its result is matched by name and order. */
  readonly id?: 'optional';
  /** `object`: arguments are an object, which keeps its digits and not its spelling. */
  readonly arguments?: 'object';
  /** `absent`: a request cannot say whether tools must be called, and which. */
  readonly choice?: 'absent';
  /** `refused`: a request whose turns hold calls has to declare tools, though they may not be called any more. */
  readonly undeclared?: 'refused';
  /** Calls whose input is plain text and not JSON. */
  readonly plainText?: PlainTextTool;
}

export interface PlainTextTool {
  /** Slot that tells such calls apart. */
  readonly slot: string;
  /** Word that the slot holds in them. */
  readonly is: string;
}

export interface SequenceFormat {
  /** Place of the number. */
  readonly at: Pointer;
  /** Number of the first event; any where absent. */
  readonly from?: number;
  /** Trait with which an answer is read whose request resumed another (`$startingAfter`). */
  readonly resumed?: string;
}

export interface FinishFormat {
  /** What the wire's words mean; a word that is not listed is `unknown`. */
  readonly read: Readonly<Record<string, FinishKind>>;
  /** Words of `read` that an encoder does not keep: of other servers, numbers of an enum, what stands for an absent word. */
  readonly readOnly?: readonly string[];
  /** How each meaning is written. */
  readonly write: Readonly<Record<FinishKind, FinishRow>>;
}

/** How a meaning is written in this dialect (docs/translation.md#finish-reasons). */
export interface FinishRow {
  /** The word to write; null where only an error may end the answer. */
  readonly preferred: string | null;
  /** Other words that are right. */
  readonly acceptable: readonly FinishValue[];
  /** An error in place of the answer is right, too. */
  readonly error?: 'acceptable';
  /** Words that lose or invert the meaning. */
  readonly wrong: readonly string[];
}

export interface FinishValue {
  /** The word. */
  readonly value: string;
  /** It is right only if the answer carried text in its refusal channel, or if it holds no tool call, or one. */
  readonly if?: 'refusal-text' | 'no-tools' | 'tools';
}

export interface UsageFormat {
  /** `latest-per-field`: a field keeps its last number; `snapshot`: a report replaces the one before, if it has a total. */
  readonly merge: 'latest-per-field' | 'snapshot';
  /** Where each quantity stands in a usage object. */
  readonly fields: Readonly<Partial<Record<UsageField, UsageQuantity>>>;
}

/** A usage quantity: one required number plus numbers that are added where they are given. */
export interface UsageQuantity {
  /** Place of the number without which the quantity is not reported. */
  readonly of: Pointer;
  /** Places of numbers that are added where they are given. */
  readonly plus?: readonly Pointer[];
  /** Place of a number that, where it is given, makes an absent `of` count as 0: the server leaves zeros out. */
  readonly zeroWith?: Pointer;
  /** Official types require the number, so that a server which cannot know it has to say 0. */
  readonly required?: true;
}

export interface ErrorFormat {
  /** Place of the type in an error object. */
  readonly type: Pointer;
  /** Place of the code, which is the most exact. */
  readonly code: SlotSource;
  /** Place of the message. */
  readonly message: Pointer;
  /** Meanings of codes; a number that is not listed is looked up in `byStatus`. */
  readonly byCode: Readonly<Record<string, ErrorClass>>;
  /** Meanings of types. */
  readonly byType: Readonly<Record<string, ErrorClass>>;
  /** Meanings of HTTP statuses. */
  readonly byStatus: Readonly<Record<string, ErrorClass>>;
  /** How each meaning is written. */
  readonly write: Readonly<Record<ErrorClass, ErrorRow>>;
}

/** How an error is stated in this dialect (docs/translation.md#errors). */
export interface ErrorRow {
  /** HTTP status, where the head was not sent yet. */
  readonly status: number;
  /** The type to write. */
  readonly preferred: string;
  /** Types that mean the same. */
  readonly acceptable: readonly string[];
  /** The code to write, where one is customary. */
  readonly code?: string;
}

/** Something that an answer can hold and a dialect has no slot for: a route towards it may lose it, and nothing else. */
export interface Loss {
  /** A part kind, the name of an opaque value, or plain words where neither fits. */
  readonly what: string;
  /** Why it is lost. */
  readonly why: string;
}

/** A name in `sources`, alone or with what that source says of the rule. */
export type IssueSource = string | CitedSource;

export interface CitedSource {
  /** Name in `sources`. */
  readonly from: string;
  /** What that source says of the rule. */
  readonly text: string;
}

export interface IssueFormat {
  /** What the issue is about. */
  readonly topic: IssueTopic;
  /** Strength of the rule: `BRK` official SDKs break, `SPEC` documented, `OBS` held in all first-party traffic, or missed by no reader, `TOL` tolerated. */
  readonly level: IssueLevel;
  /** Strength where a relay under test made the issue; `level` where absent. */
  readonly relay?: IssueLevel;
  /** Where the rule stands: a name in `sources`, alone or with what that source says of the rule. */
  readonly source: IssueSource;
  /** The field's own word for this fault (`snapshot_hash_mismatch`), where it has one. */
  readonly cause?: string;
}

export interface TraitFormat {
  /** What the server does, and in brackets which servers do it. */
  readonly title: string;
  /** Issues that are not findings for such a server. */
  readonly allow?: readonly AllowedIssue[];
  /** Requirements on a stream alone that such a server does not meet, for whoever applies requirements. */
  readonly excuses?: readonly string[];
  /** JSON merge patches (RFC 7396) of the contract. */
  readonly patch?: TraitPatch;
  /** Rules added behind those of an event, or for an event that has none. */
  readonly more?: Readonly<Record<string, readonly RuleFormat[]>>;
  /** Rules put in front of the inner rules of a rule, by its id. */
  readonly inner?: Readonly<Record<string, readonly RuleFormat[]>>;
  /** Meanings of a clean end that are tried before the contract's own. */
  readonly eof?: readonly EofFormat[];
  /** Places of `constant` whose values may change. */
  readonly varies?: readonly Pointer[];
}

export interface AllowedIssue {
  /** Id of the issue. */
  readonly issue: string;
  /** For a schema issue: the only place in the event at which it passes, with `*` for a position in a list. */
  readonly at?: Pointer;
  /** For a schema issue: the only JSON Schema keyword that may be broken at that place. */
  readonly keyword?: string;
}

export interface TraitPatch {
  /** Patches of scopes, by name. */
  readonly scopes?: Readonly<Record<string, JsonValue>>;
  /** Patches of rules, by id. */
  readonly rules?: Readonly<Record<string, JsonValue>>;
  /** Patch of `wire`. */
  readonly wire?: JsonValue;
  /** Patch of `sequence`. */
  readonly sequence?: JsonValue;
  /** Another state before the first event. */
  readonly start?: string;
}
