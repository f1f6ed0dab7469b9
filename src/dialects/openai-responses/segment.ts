import type { JsonObject, JsonValue } from '../../core/json.ts';
import type { Stretch } from '../part-sequence.ts';

/** What a segment is: a content part of a message, or an item of its own. */
export type SegmentContent =
  | { readonly kind: 'text' | 'refusal' | 'reasoning' }
  | { readonly kind: 'tool' | 'custom_tool'; readonly callId: string; readonly name: string }
  | { readonly kind: 'whole'; readonly item: JsonObject };

/** What can be added to a segment. */
export type Addition =
  | { readonly kind: 'delta'; readonly text: string; readonly logprobs?: readonly JsonValue[] }
  | { readonly kind: 'annotation'; readonly value: JsonValue };

export interface Segment extends Stretch<Addition> {
  readonly content: SegmentContent;
  /**
   * Log probabilities of its tokens. They go into the done events, because OpenAI's order has no other place for them.
   */
  readonly logprobs: JsonValue[];
  encrypted: string | undefined;
  /** The response ended before the part did. */
  cut: boolean;
}

export function newSegment(part: number, content: SegmentContent): Segment {
  return {
    part,
    content,
    undivided: content.kind === 'tool' || content.kind === 'custom_tool',
    waiting: [],
    logprobs: [],
    encrypted: undefined,
    completed: content.kind === 'whole',
    cut: false,
  };
}
