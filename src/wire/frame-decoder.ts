import type { Chunk } from '../core/exchange.ts';
import type { Frame, Framing, WireIssue } from '../core/frame.ts';

/** What a decoder knows when the input has ended. */
export interface DecoderEnd {
  /**
   * At most one more frame: the unfinished one (`terminated: false`), or one that only the end completed or that holds
   * what needs no completion (`terminated: true`: a last blank line cut inside its CRLF, trailing blank lines, the
   * bracket that closes a JSON array).
   */
  readonly frames: readonly Frame[];
  /**
   * Bytes after the last terminated frame; absent when the input ended whole. Equals the span of the unterminated frame
   * where there is one. Empty (`from === to`) for a JSON array that breaks off right after an element.
   */
  readonly residual?: readonly [from: number, to: number];
  /** In the order in which they were found. */
  readonly issues: readonly WireIssue[];
  readonly counters: WireCounters;
  /** A limit was exceeded. Everything after the last whole frame was counted but not read, and is the residual. */
  readonly limitExceeded: boolean;
}

interface WireCounters {
  /** All bytes received, including those ignored after a limit. */
  readonly bytes: number;
  readonly chunks: number;
  /** Number of terminated frames that carry data, which are those that a client would have got. */
  readonly events: number;
  /** Number of comment lines. */
  readonly comments: number;
  readonly residualBytes: number;
  /** Number of issues. */
  readonly errors: number;
  /** The last event id that a whole frame set; empty when the last one was reset. */
  readonly lastId?: string;
}

/**
 * Turns bytes into frames, step by step. The spans of all terminated frames and the residual tile the input. How the
 * bytes were cut into chunks changes only the times. Never throws. The decoder may keep a reference to a chunk's bytes
 * until `end`, so they must not be overwritten.
 */
export interface FrameDecoder {
  /**
   * How it reads the bytes. A decoder that needs the first byte to tell an array from a document says `body` before it.
   */
  readonly framing: Framing;
  /** The frames that this chunk completed. Ignored after `end`. */
  readonly feed: (chunk: Chunk) => readonly Frame[];
  /** Ends the input. A second call returns the same. */
  readonly end: () => DecoderEnd;
}
