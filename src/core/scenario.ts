import type { DialectId } from './dialect-ids.generated.ts';
import type { FinishKind } from './domain-event.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { UsageNumbers } from './usage.ts';

/** How the model may use tools (docs/translation.md#tool-choice). */
export type ToolChoice =
  | { readonly mode: 'auto' | 'required' | 'none' }
  | { readonly mode: 'tool'; readonly name: string };

export interface ToolDefinition {
  readonly name: string;
  readonly description?: string;
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject;
}

/** One turn of a conversation, in a form that every dialect can say. */
export type Turn =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly tools: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
    }
  | { readonly role: 'tool'; readonly id: string; readonly name?: string; readonly result: string };

/** A request without its dialect: what a client wants, in neutral words. */
export interface NeutralRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly system?: string;
  readonly turns: readonly Turn[];
  readonly tools: readonly ToolDefinition[];
  readonly toolChoice?: ToolChoice;
  readonly maxTokens?: number;
  readonly stop?: readonly string[];
  /** Chat only: `stream_options.include_usage`. Dialects that always report usage set it to true. */
  readonly includeUsage: boolean;
  /** Number of choices asked for. */
  readonly choices: number;
}

/** The tools that a request declares. */
export interface DeclaredTools {
  /** JSON Schema of the arguments, by name. */
  readonly schemas: Readonly<Record<string, JsonObject>>;
  /** The answer can call no other: the request names nothing that may bring further tools. */
  readonly all: boolean;
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
  /** Only where the request itself is at hand; recordings do not keep it. */
  readonly declared?: DeclaredTools;
}

/** A value that must survive unchanged: a signature, a citation, a whole block in the words of one dialect. */
export interface ScenarioOpaque {
  /** The name under which the dialect's contract reports it. */
  readonly name: string;
  readonly value: JsonValue;
  /** How many deltas of the part come before it; absent: all of them. */
  readonly after?: number;
}

interface ScenarioIncrements {
  /** The increments that the provider would send. */
  readonly deltas: readonly string[];
  readonly opaque?: readonly ScenarioOpaque[];
}

/** A call; its deltas are fragments of the raw JSON text of the arguments. */
interface ScenarioCall extends ScenarioIncrements {
  readonly id: string;
  readonly name: string;
  /** False if the token limit cut the call. */
  readonly completed: boolean;
}

/** One part of the answer that a scenario prescribes. */
export type ScenarioPart =
  | ({ readonly kind: 'text' } & ScenarioIncrements)
  | ({ readonly kind: 'reasoning'; readonly signature?: string } & ScenarioIncrements)
  | ({ readonly kind: 'refusal' } & ScenarioIncrements)
  | ({ readonly kind: 'tool' } & ScenarioCall)
  /** A call that the provider runs itself. */
  | ({ readonly kind: 'server_tool' } & ScenarioCall)
  /** `name` is the dialect's word for the block. Deltas are the transcript of audio; the others have none. */
  | ({ readonly kind: 'audio' | 'image' | 'other'; readonly name: string } & ScenarioIncrements);

/** What one choice of an answer holds, and why it ended. */
export interface ScenarioChoice {
  readonly parts: readonly ScenarioPart[];
  readonly finish: FinishKind;
}

/** How one dialect asks for the answer of a scenario and gives it. */
export interface ScenarioDialect {
  /** JSON merge patch (RFC 7396) over the dialect's request: what neutral words cannot ask for. */
  readonly request?: JsonObject;
  /** The parts of the first choice in this dialect, instead of the neutral parts. */
  readonly parts?: readonly ScenarioPart[];
  /** The dialect's own word for the finish. Absent: the encoder picks one. */
  readonly finish?: string;
}

/** A dialect-neutral prompt with the answer that a provider gave; encoders turn it into a recording of any dialect. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  readonly request: Omit<NeutralRequest, 'model' | 'stream' | 'includeUsage' | 'choices'>;
  readonly answer: ScenarioChoice & {
    readonly id: string;
    /** Deltas of neighbouring tool calls alternate, in dialects that allow it; so do the choices. */
    readonly interleaved: boolean;
    /** The choices after the first. The request asks for this many. */
    readonly others?: readonly ScenarioChoice[];
    readonly usage: UsageNumbers;
  };
  /** The dialects that can give this answer; all where absent. */
  readonly dialects?: Readonly<Partial<Record<DialectId, ScenarioDialect>>>;
  /** Only a request that asks for it gets this answer, so clients of dialects that are not listed never get it. */
  readonly onRequest?: boolean;
  /** Further data for readers of the file, never interpreted. */
  readonly notes?: JsonValue;
}

/** What a request says about the form of its answer; nothing is assumed about the rest. */
export function answerFacts({ choices, includeUsage }: NeutralRequest): RequestFacts {
  return { n: choices, includeUsage };
}
