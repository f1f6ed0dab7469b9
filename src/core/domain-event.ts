import type { JsonValue } from './json.ts';
import type { ReportedError } from './reported-error.ts';
import type { UsageNumbers } from './usage.ts';

/** What a part of an answer is. `other` is a block kind that we keep but do not interpret. */
export type PartKind = 'text' | 'reasoning' | 'refusal' | 'tool' | 'server_tool' | 'audio' | 'image' | 'other';

/**
 * Where in the answer an event belongs. `choice` is the wire's choice or candidate index (0 where a dialect has none);
 * `part` is the ordinal of the part in that choice, in order of first appearance.
 */
export interface Coordinates {
  readonly choice: number;
  readonly part: number;
}

/**
 * The neutral meaning of a finish reason; the contracts map each dialect's raw values to these and back. `error`: the
 * provider failed. `malformed`: the model failed, for instance with a call that cannot be read.
 */
export type FinishKind =
  | 'stop'
  | 'stop_sequence'
  | 'length'
  | 'context_length'
  | 'tool_calls'
  | 'pause'
  | 'refusal'
  | 'content_filter'
  | 'compaction'
  | 'error'
  | 'malformed'
  | 'unknown';

/** One step of an answer, in the words of the field and independent of the dialect. */
export type DomainEventBody =
  | { readonly kind: 'response.started'; readonly id?: string; readonly model?: string }
  | {
      readonly kind: 'content.started';
      readonly at: Coordinates;
      readonly part: 'text' | 'audio' | 'image' | 'other';
      readonly name?: string;
    }
  | { readonly kind: 'content.delta'; readonly at: Coordinates; readonly text: string }
  | { readonly kind: 'content.completed'; readonly at: Coordinates }
  | { readonly kind: 'reasoning.started'; readonly at: Coordinates }
  | { readonly kind: 'reasoning.delta'; readonly at: Coordinates; readonly text: string }
  | { readonly kind: 'reasoning.completed'; readonly at: Coordinates }
  | { readonly kind: 'refusal.delta'; readonly at: Coordinates; readonly text: string }
  | {
      readonly kind: 'tool.started';
      readonly at: Coordinates;
      readonly owner: 'client' | 'server';
      readonly id: string;
      readonly name: string;
      /** The input is plain text. Absent: it is JSON. */
      readonly input?: 'text';
    }
  | { readonly kind: 'tool.arguments.delta'; readonly at: Coordinates; readonly text: string }
  | { readonly kind: 'tool.completed'; readonly at: Coordinates }
  /**
   * What must survive a round trip untouched: signatures, encrypted reasoning, citations, logprobs, whole foreign
   * blocks.
   */
  | { readonly kind: 'opaque.reported'; readonly at: Coordinates; readonly name: string; readonly value: JsonValue }
  /** `usage` holds the totals known so far, not an increment. */
  | { readonly kind: 'usage.reported'; readonly usage: UsageNumbers }
  | { readonly kind: 'finish.reported'; readonly choice: number; readonly finish: FinishKind; readonly raw: string }
  | { readonly kind: 'response.completed' }
  | { readonly kind: 'response.incomplete' }
  | { readonly kind: 'response.failed' }
  | { readonly kind: 'error.reported'; readonly error: ReportedError }
  | { readonly kind: 'heartbeat' }
  | { readonly kind: 'unknown'; readonly name: string };

/** A domain event with the index of the frame that caused it. */
export type DomainEvent = DomainEventBody & { readonly frame: number };

export type DomainEventKind = DomainEvent['kind'];

/** The opening of a tool call. */
export type ToolStarted = Extract<DomainEventBody, { readonly kind: 'tool.started' }>;
