import { joinChunks } from '../core/exchange.ts';
import { encodeElement, type JsonArrayStyle } from './json-array-encoder.ts';
import { encodeNdjson, type NdjsonStyle } from './ndjson-encoder.ts';
import { type EncodableFrame, encodeSse, type SseStyle } from './sse-encoder.ts';

/** A framing of streams, and how a server writes it. */
export type FramingStyle = SseStyle | NdjsonStyle | JsonArrayStyle;

/** Writes one stream, frame after frame. What needs no bytes gives an empty array. */
export interface FrameWriter {
  /** The next frame, with what has to come before it. */
  readonly write: (frame: EncodableFrame) => Uint8Array;
  /** The same for a frame that is already encoded, or for the beginning of one. */
  readonly place: (block: Uint8Array) => Uint8Array;
  /** What ends a whole stream. It is empty if nothing was written. */
  readonly end: () => Uint8Array;
}

const nothing = new Uint8Array(0);
const encoder = new TextEncoder();

/** A frame by itself, without what comes between frames. Never throws. */
export function encodeFrame(frame: EncodableFrame, style: FramingStyle): Uint8Array {
  switch (style.framing) {
    case 'sse':
      return encodeSse(frame, style);
    case 'ndjson':
      return encodeNdjson(frame.data, style);
    case 'json-array':
      return encodeElement(frame.data, style);
  }
}

/** A writer of one stream. Blocks and lines need nothing around them; an array has brackets and separators. */
export function createFrameWriter(style: FramingStyle): FrameWriter {
  if (style.framing !== 'json-array') {
    return { write: (frame) => encodeFrame(frame, style), place: (block) => block, end: () => nothing };
  }
  let begun = false;
  const place = (block: Uint8Array): Uint8Array => {
    if (block.length === 0) {
      return nothing;
    }
    const before = encoder.encode(begun ? style.separator : '[');
    begun = true;
    return joinChunks([{ bytes: before }, { bytes: block }]);
  };
  return {
    write: (frame) => place(encodeFrame(frame, style)),
    place,
    end: () => (begun ? encoder.encode(']') : nothing),
  };
}
