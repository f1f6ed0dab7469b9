/**
 * The ways to frame a stream. `json-array`: every event is an element of one array, as Gemini streams without
 * `alt=sse`.
 */
export type StreamFraming = 'sse' | 'ndjson' | 'json-array';

/** How the bytes of a response are framed: as a stream, or as one document. */
export type Framing = StreamFraming | 'body';

/**
 * One unit of a stream: an SSE block, one element of a JSON array, one line of NDJSON, or a whole body.
 * Spans are byte offsets `[from, to)` into the received bytes; the spans of all frames and the residual tile the input.
 */
export interface Frame {
  readonly index: number;
  /** Time of the chunk that completed the frame, in ms. */
  readonly atMs: number;
  readonly span: readonly [from: number, to: number];
  readonly event?: string;
  /** The `id:` of this block, if the block itself set one. */
  readonly id?: string;
  /** Reconnection time in ms, when the block carried a valid `retry:`. */
  readonly retry?: number;
  /** All `data:` lines joined by LF; empty when the block had none. */
  readonly data: string;
  /** False for comment-only and field-only blocks, which dispatch nothing. */
  readonly hasData: boolean;
  readonly comments: readonly string[];
  /** False when the input ended before the blank line that dispatches the block. */
  readonly terminated: boolean;
}

/** Faults that only bytes can show. Each is recorded with its byte position and never thrown. */
export type WireIssueKind =
  | 'invalid-utf8'
  | 'unknown-field'
  | 'invalid-retry'
  | 'id-with-nul'
  | 'unterminated'
  | 'foreign-bytes'
  | 'event-without-data'
  | 'field-without-data'
  | 'comment-after-id'
  | 'limit-exceeded';

export interface WireIssue {
  readonly kind: WireIssueKind;
  /** Byte offset into the received bytes. */
  readonly position: number;
  /** Index of the frame it belongs to, if it belongs to one. */
  readonly frame?: number;
}

export interface WireLimits {
  /** Largest single frame, in bytes. */
  readonly frameBytes: number;
  /** Largest whole stream, in bytes. */
  readonly streamBytes: number;
}

export const defaultWireLimits: WireLimits = { frameBytes: 32 * 1024 * 1024, streamBytes: 256 * 1024 * 1024 };
