import type { JsonObject, JsonValue } from '../../core/json.ts';

/**
 * A stretch of one part of the answer: a content part of a message, or an item of its own. A part needs several when
 * others come between.
 */
export type SegmentContent =
  | { readonly kind: 'text' | 'refusal' | 'reasoning' }
  | { readonly kind: 'tool' | 'custom_tool'; readonly callId: string; readonly name: string }
  | { readonly kind: 'whole'; readonly item: JsonObject };

/** What can be added to a segment. */
export type Addition =
  | { readonly kind: 'delta'; readonly text: string; readonly logprobs?: readonly JsonValue[] }
  | { readonly kind: 'annotation'; readonly value: JsonValue };

export interface Segment {
  readonly part: number;
  readonly content: SegmentContent;
  /** What came before the segment could be opened. */
  readonly waiting: Addition[];
  /** Log probabilities of its tokens, for the done events. */
  readonly logprobs: JsonValue[];
  encrypted: string | undefined;
  /** Takes nothing more. */
  completed: boolean;
  /** The response ended before the part did. */
  cut: boolean;
}

export function newSegment(part: number, content: SegmentContent): Segment {
  return {
    part,
    content,
    waiting: [],
    logprobs: [],
    encrypted: undefined,
    completed: content.kind === 'whole',
    cut: false,
  };
}
