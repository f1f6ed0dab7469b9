import type { DomainEventBody, PartKind, ToolStarted } from '../core/domain-event.ts';
import type { JsonValue } from '../core/json.ts';
import type { ReportedError } from '../core/reported-error.ts';
import type { UsageNumbers } from '../core/usage.ts';
import type { Finish } from './finish-word.ts';

/*
 * What a dialect implements to write a response: one `ResponseWriter`, and a `ChoiceWriter` for each choice.
 * `ResponseEncoder` and `ChoiceEncoder` decide when something is written, once for all dialects.
 */

/** What is known of the answer, always up to date. Id and model do not change once it has begun. */
export interface Answer {
  readonly id: string;
  readonly model: string;
  readonly usage: UsageNumbers;
  /** The upstream said that it has begun, or a part came. */
  readonly begun: boolean;
}

/** Writes a response in the words of a dialect. */
export interface ResponseWriter {
  /** The dialect's name for log probabilities, if it writes them into the event of their text. */
  readonly logprobs?: string;
  /** A writer for a choice, requested once; undefined where the dialect has no place for it. */
  readonly choice: (index: number) => ChoiceWriter | undefined;
  /** The upstream has begun to answer. */
  readonly begin?: () => void;
  /**
   * Called before every part and before the end. The first call writes what opens the response, unless that is written.
   */
  readonly open?: () => void;
  /** Absent if the stream has no place for something that a client skips. */
  readonly heartbeat?: (() => void) | undefined;
  /** Writes what follows the ends of all choices. `ending` holds the finish for a dialect with one choice. */
  readonly end?: (ending: Ending) => void;
  /** Ends the response with an error. Everything that waits is dropped. */
  readonly fail: (error: ReportedError) => void;
}

/** The opening of a part that is neither reasoning nor a call. */
export type ContentStarted = Extract<DomainEventBody, { readonly kind: 'content.started' }>;

/** A value that must survive unchanged, with what is known of its part. */
export interface OpaqueValue {
  readonly part: number;
  /** Undefined if nothing else has come for the part. */
  readonly kind: PartKind | undefined;
  readonly name: string;
  readonly value: JsonValue;
}

/** How a choice ends. */
export interface Ending {
  readonly finish: Finish;
  /** The finish in the dialect's own word. */
  readonly word: string;
  /** No other choice ends after this one. */
  readonly last: boolean;
}

/**
 * Writes one choice in the words of a dialect. Texts are never empty. A part starts once, and gets only what fits its
 * kind. Pieces of a call come between its start and its completion.
 */
export interface ChoiceWriter {
  readonly startContent: (event: ContentStarted) => void;
  /** @param logprobs log probabilities of exactly this piece */
  readonly text: (part: number, text: string, logprobs?: JsonValue) => void;
  /** Absent where the dialect has no refusal channel. Then the words are text, and the finish says that they refuse. */
  readonly refusal?: (part: number, text: string) => void;
  readonly startReasoning?: (part: number) => void;
  readonly reasoning: (part: number, text: string) => void;
  /** The part, content or reasoning, takes nothing more. */
  readonly complete?: (part: number) => void;
  readonly startTool: (call: ToolStarted) => void;
  /** Absent where the dialect cannot show calls that the provider runs itself. */
  readonly startServerTool?: (call: ToolStarted) => void;
  readonly toolArguments: (part: number, text: string) => void;
  readonly completeTool: (part: number) => void;
  readonly opaque: (value: OpaqueValue) => void;
  /** A call could not be written: it was cut, or no form of the dialect can hold it. */
  readonly lostCall?: () => boolean;
  /** Writes what still waits, then the finish, if the dialect puts it in the choice. */
  readonly end: (ending: Ending) => void;
}
