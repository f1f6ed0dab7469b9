import type { Chunk } from '../core/exchange.ts';
import type { Frame, WireIssue, WireIssueKind, WireLimits } from '../core/frame.ts';
import type { DecoderEnd } from './frame-decoder.ts';

const nothing = new Uint8Array(0);
const noFrames: readonly Frame[] = [];

/**
 * The bookkeeping that all decoders share: offsets, limits, issues, counters, and the frames on their way out. Limits
 * apply at exact offsets, so that they do not depend on how the bytes were cut into chunks, either.
 */
export class FrameLedger {
  /** Index of the frame being read. */
  index = 0;
  /** Offset of its first byte: where the last whole frame ended. */
  frameFrom = 0;
  /** Time of the last chunk that brought bytes, in ms. */
  atMs = 0;
  limitExceeded = false;
  private readonly limits: WireLimits;
  private readonly issues: WireIssue[] = [];
  /** Frames that were added but not handed out yet. One chunk may complete many, and the end may complete one. */
  private frames: Frame[] = [];
  private bytes = 0;
  private chunks = 0;
  private events = 0;
  private comments = 0;
  private lastId: string | undefined;
  /** Kept so that `end` can be called again, and chunks after it can be recognised. */
  private ended: DecoderEnd | undefined;

  constructor(limits: WireLimits) {
    this.limits = limits;
  }

  /** Counts a chunk and returns the part of it that is still to be read, which is nothing after the end or a limit. */
  admit(chunk: Chunk): Uint8Array {
    if (this.ended) {
      return nothing;
    }
    const room = Math.max(0, this.limits.streamBytes - this.bytes);
    this.chunks += 1;
    this.bytes += chunk.bytes.length;
    if (this.limitExceeded || chunk.bytes.length === 0) {
      return nothing;
    }
    this.atMs = chunk.atMs;
    // Cut at the exact byte: what is read must not depend on how much of the stream one chunk brings past the limit.
    return chunk.bytes.length <= room ? chunk.bytes : chunk.bytes.subarray(0, room);
  }

  /** Records an issue of the frame being read, or of an earlier one. */
  report(kind: WireIssueKind, position: number, frame: number = this.index): void {
    this.issues.push({ kind, position, frame });
  }

  /** Records an issue that belongs to no frame. */
  reportLoose(kind: WireIssueKind, position: number): void {
    this.issues.push({ kind, position });
  }

  /** Passes a whole frame on. Returns false when the frame was too large, which ends the input here. */
  add(frame: Frame): boolean {
    const from = frame.span[0];
    const to = frame.span[1];
    if (to - from > this.limits.frameBytes) {
      this.exceed(from + this.limits.frameBytes);
      return false;
    }
    this.frames.push(frame);
    this.index += 1;
    this.frameFrom = to;
    this.comments += frame.comments.length;
    if (frame.hasData) {
      this.events += 1;
    }
    if (frame.id !== undefined) {
      this.lastId = frame.id;
    }
    return true;
  }

  /** Called after a chunk was read. Returns the frames it completed, and checks what is left against the limits. */
  settle(): readonly Frame[] {
    if (!this.limitExceeded && !this.ended) {
      // The frame limit comes first: in the bytes that were admitted, it was reached earlier.
      const { frameBytes, streamBytes } = this.limits;
      if (Math.min(this.bytes, streamBytes) - this.frameFrom > frameBytes) {
        this.exceed(this.frameFrom + frameBytes);
      } else if (this.bytes > streamBytes) {
        this.exceed(streamBytes);
      }
    }
    return this.takeFrames();
  }

  /** Whether there are bytes after the last whole frame. */
  get hasTail(): boolean {
    return this.bytes > this.frameFrom;
  }

  get tailSpan(): readonly [from: number, to: number] {
    return [this.frameFrom, this.bytes];
  }

  /** The end, once it is known. */
  get end(): DecoderEnd | undefined {
    return this.ended;
  }

  /**
   * Ends the bookkeeping. `unfinished`: the input broke off inside something. `unterminated`: the frame that the
   * remaining bytes form, if they form one.
   */
  close(unfinished: boolean, unterminated?: Frame): DecoderEnd {
    const residual = unfinished || this.limitExceeded ? this.tailSpan : undefined;
    if (unterminated) {
      this.frames.push(unterminated);
      this.comments += unterminated.comments.length;
    }
    this.ended = {
      frames: this.takeFrames(),
      ...(residual && { residual }),
      issues: this.issues,
      counters: {
        bytes: this.bytes,
        chunks: this.chunks,
        events: this.events,
        comments: this.comments,
        residualBytes: residual ? residual[1] - residual[0] : 0,
        errors: this.issues.length,
        ...(this.lastId !== undefined && { lastId: this.lastId }),
      },
      limitExceeded: this.limitExceeded,
    };
    return this.ended;
  }

  private takeFrames(): readonly Frame[] {
    if (this.frames.length === 0) {
      return noFrames;
    }
    const frames = this.frames;
    this.frames = [];
    return frames;
  }

  private exceed(position: number): void {
    this.limitExceeded = true;
    // How much of the frame has been read by now depends on the chunks, so nothing is reported about its content.
    while ((this.issues.at(-1)?.position ?? -1) >= this.frameFrom) {
      this.issues.pop();
    }
    this.reportLoose('limit-exceeded', position);
  }
}
