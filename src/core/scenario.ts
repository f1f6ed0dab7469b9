import type { FinishKind } from './domain-event.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { UsageNumbers } from './usage.ts';

/** How the model may use tools (`grammars.md` table of tool choice). */
export type ToolChoice =
  | { readonly mode: 'auto' | 'required' | 'none' }
  | { readonly mode: 'tool'; readonly name: string };

export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
}

/** One turn of a conversation, as every dialect can say it. */
export type Turn =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly tools: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
    }
  | { readonly role: 'tool'; readonly id: string; readonly name?: string; readonly result: string };

/** A request without its dialect: what a client wants, whatever words carry it. */
export interface NeutralRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly system?: string;
  readonly turns: readonly Turn[];
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice?: ToolChoice;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  /** Chat only: `stream_options.include_usage`. Dialects that always report usage set it true. */
  readonly includeUsage: boolean;
  /** Number of choices asked for. */
  readonly choices: number;
}

/** What a contract must know of the request to judge the answer. */
export interface RequestFacts {
  readonly n?: number;
  readonly includeUsage?: boolean;
  readonly startingAfter?: number;
  readonly tools?: readonly string[];
  readonly toolChoice?: string;
  readonly modalities?: readonly string[];
  readonly maxTokens?: number;
}

/** One part of the answer that a scenario prescribes. `deltas` are the increments that the provider would send. */
export type ScenarioPart =
  | { readonly kind: 'text'; readonly deltas: readonly string[] }
  | { readonly kind: 'reasoning'; readonly deltas: readonly string[]; readonly signature?: string }
  | { readonly kind: 'refusal'; readonly deltas: readonly string[] }
  | {
      readonly kind: 'tool';
      readonly id: string;
      readonly name: string;
      /** Fragments of the raw JSON text of the arguments. */
      readonly deltas: readonly string[];
      /** False for a call that the token limit cut. */
      readonly completed: boolean;
    };

/** A dialect-neutral prompt with the answer that a provider gave; encoders turn it into a recording of any dialect. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly request: Omit<NeutralRequest, 'model' | 'stream' | 'includeUsage' | 'choices'>;
  readonly answer: {
    readonly id: string;
    readonly parts: readonly ScenarioPart[];
    /** Deltas of neighbouring tool calls alternate, in dialects that allow it. */
    readonly interleaved: boolean;
    readonly finish: FinishKind;
    readonly usage: UsageNumbers;
  };
  /** Further data for readers of the file, never interpreted. */
  readonly notes?: JsonValue;
}
