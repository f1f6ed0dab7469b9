import type { FinishKind, PartKind } from './domain-event.ts';
import type { JsonValue } from './json.ts';
import type { ReportedError } from './reported-error.ts';
import type { Usage } from './usage.ts';

/** `pending`: the provider says that the answer is still to come. */
export type Phase = 'headers_received' | 'streaming' | 'pending' | 'completed' | 'failed' | 'cancelled' | 'interrupted';

/** Tried in this order. `complete` is what is left when nothing else matched. */
export type Integrity =
  | 'transport_error'
  | 'limit_exceeded'
  | 'provider_error'
  | 'no_end_marker'
  | 'buffer_residual'
  | 'missing_finish_reason'
  | 'protocol_error'
  | 'complete';

/** The two independent witnesses of an end. If one is missing, the answer is not complete. */
export interface Witnesses {
  readonly endMarker: boolean;
  readonly finishReason: boolean;
}

/** How a call stands to what its request declares. `rule`: place in the JSON Schema of the parameters, never a value. */
export type ToolFit =
  | { readonly state: 'fits' }
  | { readonly state: 'undeclared' }
  | { readonly state: 'breaks-schema'; readonly rule: string };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** The fragments of this call alone, concatenated; never repaired. */
  readonly argumentsRaw: string;
  /** `""` counts as `{}`. `text`: the input of a custom tool is plain text, even if it looks like JSON. */
  readonly arguments:
    | { readonly state: 'parsed'; readonly value: JsonValue }
    | { readonly state: 'text' }
    | { readonly state: 'unparsable' };
  /** True when the dialect's own sign that this call is whole was seen. */
  readonly completed: boolean;
  /** Absent where the request is not at hand, or does not tell. */
  readonly fit?: ToolFit;
  /** Whole, parsable, of a tool that it fits, in a complete turn that was not cut by a limit. */
  readonly runnable: boolean;
}

export interface Part {
  readonly kind: PartKind;
  /** Concatenated text, reasoning, refusal or raw tool arguments. */
  readonly content: string;
  /** The dialect's word for the block, where it says more than `kind`. */
  readonly name?: string;
  readonly tool?: ToolCall;
  readonly opaque: readonly { readonly name: string; readonly value: JsonValue }[];
  readonly completed: boolean;
}

export interface Choice {
  readonly index: number;
  readonly parts: readonly Part[];
  /** Views over `parts`: client tool calls in order, and the concatenated channels. */
  readonly tools: readonly ToolCall[];
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  readonly finish?: { readonly kind: FinishKind; readonly raw: string };
}

export interface Counters {
  readonly wire: { readonly bytes: number; readonly chunks: number; readonly errors: number };
  readonly sse: {
    readonly events: number;
    readonly comments: number;
    readonly lastId?: string;
    readonly residualBytes: number;
    readonly errors: number;
  };
  readonly domain: {
    readonly events: number;
    readonly lastSequence?: number;
    readonly errors: number;
    readonly closeReason?: CloseReason;
  };
}

/** The names are those that monitoring tools of the field use. */
export type CloseReason =
  | 'terminal'
  | 'pending'
  | 'closed_without_terminal'
  | 'transport_error'
  | 'limit_exceeded'
  | 'aborted'
  | 'error_reported';

export interface Outcome {
  readonly phase: Phase;
  readonly integrity: Integrity;
  readonly witnesses: Witnesses;
  readonly id?: string;
  readonly model?: string;
  readonly choices: readonly Choice[];
  readonly usage: Usage;
  readonly error?: ReportedError;
  readonly counters: Counters;
}
