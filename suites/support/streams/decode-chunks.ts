import type { Chunk } from '../../../src/core/exchange.ts';
import type { Frame } from '../../../src/core/frame.ts';
import type { DecoderEnd, FrameDecoder } from '../../../src/wire/frame-decoder.ts';

const encoder = new TextEncoder();

/** Text as UTF-8, or bytes as they are. */
export type Bytes = string | Uint8Array | readonly number[];

export function toBytes(bytes: Bytes): Uint8Array {
  return typeof bytes === 'string' ? encoder.encode(bytes) : Uint8Array.from(bytes);
}

/** The parts as chunks that came 10 ms apart, the first at 0. */
export function chunksOf(...parts: readonly Bytes[]): readonly Chunk[] {
  return parts.map((part, index) => ({ atMs: index * 10, bytes: toBytes(part) }));
}

export function singleByteChunks(bytes: Uint8Array): readonly Chunk[] {
  return Array.from(bytes, (byte, index) => ({ atMs: index, bytes: Uint8Array.of(byte) }));
}

export interface Decoded {
  /** What `feed` gave. */
  readonly fed: readonly Frame[];
  readonly end: DecoderEnd;
  /** What `feed` and `end` gave. */
  readonly frames: readonly Frame[];
}

export function decodeChunks(decoder: FrameDecoder, chunks: readonly Chunk[]): Decoded {
  const fed = chunks.flatMap((chunk) => decoder.feed(chunk));
  const end = decoder.end();
  return { fed, end, frames: [...fed, ...end.frames] };
}

/** All that must not depend on how the bytes were cut: everything but the times and the number of chunks. */
export function withoutChunking(decoded: Decoded): unknown {
  const { residual, issues, limitExceeded, counters } = decoded.end;
  return {
    frames: decoded.frames.map(({ atMs: _, ...frame }) => frame),
    residual,
    issues,
    limitExceeded,
    counters: { ...counters, chunks: 0 },
  };
}

/** The spans that must tile the input, in order: those of the whole frames and the residual. */
function tiles(decoded: Decoded): readonly (readonly [from: number, to: number])[] {
  const spans = decoded.frames.filter((frame) => frame.terminated).map((frame) => frame.span);
  return decoded.end.residual ? [...spans, decoded.end.residual] : spans;
}

/** Where the tiles leave a hole, overlap, or miss the end; undefined when they tile the input. */
export function tilingFault(decoded: Decoded): string | undefined {
  let covered = 0;
  for (const [from, to] of tiles(decoded)) {
    if (from !== covered || to < from) {
      return `[${from}, ${to}) after ${covered}`;
    }
    covered = to;
  }
  return covered === decoded.end.counters.bytes ? undefined : `${covered} of ${decoded.end.counters.bytes} bytes`;
}
