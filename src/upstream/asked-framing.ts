import { type Chunk, headerValue, joinChunks, type WireScript } from '../core/exchange.ts';
import type { Frame } from '../core/frame.ts';
import type { StreamFraming } from '../dialects/dialect.ts';
import { createSseDecoder } from '../wire/sse-decoder.ts';

/**
 * The script in the framing in which it was asked for: recordings hold server-sent events, and Gemini streams one JSON
 * array to whoever does not ask for them. What is a document already stays, but for an error, which then stands in an
 * array, too (contracts/gemini-generate/NOTES.md).
 */
export function inAskedFraming(script: WireScript, framing: StreamFraming): WireScript {
  if (framing === 'sse') {
    return script;
  }
  const contentType = headerValue(script.head.headers, 'content-type') ?? '';
  if (contentType.includes('event-stream')) {
    return asArray(script);
  }
  return script.head.status >= 400 && contentType.includes('json') ? inBrackets(script) : script;
}

/** A part of a script, and what stands in its place. Both tile their sides. */
interface Piece {
  /** Byte offset after it in the script. */
  readonly until: number;
  readonly bytes: Uint8Array;
}

/**
 * Each event's data becomes an element, with the line ends that the provider writes (`[{…}\n,\r\n{…}\n]`, recorded);
 * comments are gone. The array is closed where the stream ends in good order, so that a stream that lost its last events
 * is an array that lost its last elements. Every write stays one, with its share of the bytes and its time.
 */
function asArray(script: WireScript): WireScript {
  const bytes = joinChunks(script.writes);
  const decoder = createSseDecoder(undefined, { bareJson: true });
  const frames = script.writes.flatMap((write) => decoder.feed(write));
  const end = decoder.end();
  const whole = [...frames, ...end.frames].filter(({ terminated, hasData }) => terminated && hasData);
  const pieces = whole.map((frame, index) => toElement(frame, index));
  const rest = end.residual === undefined ? '' : partialData(bytes.subarray(...end.residual));
  const closes = script.ending === 'clean' && end.residual === undefined && whole.length > 0;
  const opening = whole.length === 0 ? '[' : ',\r\n';
  const tail = rest === '' ? (closes ? ']' : '') : `${opening}${rest}`;
  if (bytes.length > 0) {
    pieces.push({ until: bytes.length, bytes: latin1Bytes(tail) });
  }
  return { ...script, head: arrayHead(script), writes: recut(script.writes, pieces) };
}

function toElement({ data, span }: Frame, index: number): Piece {
  return { until: span[1], bytes: new TextEncoder().encode(`${index === 0 ? '[' : ',\r\n'}${data}\n`) };
}

/** What of a cut event is data already, one character per byte. */
function partialData(cut: Uint8Array): string {
  const text = Buffer.from(cut).toString('latin1');
  const [, data = ''] = /(?:^|[\r\n])data: ?(.*)$/s.exec(text) ?? [];
  return data.trimEnd();
}

function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** An offset inside a piece stands as far into its replacement, in proportion. */
function recut(writes: readonly Chunk[], pieces: readonly Piece[]): readonly Chunk[] {
  const replaced = joinChunks(pieces);
  const chunks: Chunk[] = [];
  let [read, written] = [0, 0];
  let [index, pieceFrom, replacedFrom] = [0, 0, 0];
  for (const { atMs, bytes } of writes) {
    read += bytes.length;
    let piece = pieces[index];
    while (piece !== undefined && piece.until <= read) {
      pieceFrom = piece.until;
      replacedFrom += piece.bytes.length;
      index += 1;
      piece = pieces[index];
    }
    const share = piece === undefined ? 0 : (read - pieceFrom) / (piece.until - pieceFrom);
    const to = replacedFrom + Math.floor(share * (piece?.bytes.length ?? 0));
    if (to > written) {
      chunks.push({ atMs, bytes: replaced.subarray(written, to) });
      written = to;
    }
  }
  return chunks;
}

function inBrackets(script: WireScript): WireScript {
  const [open, close] = [latin1Bytes('['), latin1Bytes(']')];
  const writes = script.writes.map(({ atMs, bytes }, index) => ({
    atMs,
    bytes: joinChunks([
      ...(index === 0 ? [{ bytes: open }] : []),
      { bytes },
      ...(index === script.writes.length - 1 && script.ending === 'clean' ? [{ bytes: close }] : []),
    ]),
  }));
  return { ...script, head: arrayHead(script), writes };
}

/** Without the length, which counted other bytes. */
function arrayHead({ head }: WireScript): WireScript['head'] {
  const headers = head.headers.flatMap(([name, value]) => {
    switch (name.toLowerCase()) {
      case 'content-length':
        return [];
      case 'content-type':
        return [[name, 'application/json; charset=UTF-8'] as const];
      default:
        return [[name, value] as const];
    }
  });
  return { ...head, headers };
}
