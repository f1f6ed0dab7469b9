import type { DialectId } from '../core/dialect-ids.generated.ts';
import { type Chunk, headerValue, joinChunks, type WireScript } from '../core/exchange.ts';
import type { StreamFraming } from '../core/frame.ts';
import type { StreamFormat } from '../dialects/dialect.ts';
import { dialects } from '../dialects/registry.generated.ts';
import { streamFormat } from '../dialects/stream-format.ts';
import type { FrameDecoder } from '../wire/frame-decoder.ts';
import { createFrameWriter } from '../wire/frame-writer.ts';

/**
 * The script in the framing that the request asks for. Recordings hold server-sent events, but Gemini streams one JSON
 * array to clients that do not ask for such events. A document stays as it is, except an error, which Gemini then also
 * puts into an array (contracts/gemini-generate/NOTES.md).
 *
 * @param framing the framing that the request names; without it the script stays as it is
 */
export function inAskedFraming(script: WireScript, dialect: DialectId, framing?: StreamFraming): WireScript {
  const { decoder } = dialects[dialect];
  const contentType = headerValue(script.head.headers, 'content-type');
  // Where a body was expected, only a content type that names a framing makes it a stream.
  const declared = decoder('body', contentType).framing;
  if (framing === undefined || framing === declared) {
    return script;
  }
  const format = streamFormat(dialects[dialect], framing);
  if (declared !== 'body') {
    return reframed(script, format, decoder('stream', contentType));
  }
  const isDocument = decoder('stream', contentType).framing === 'body';
  return isDocument && framing === 'json-array' && script.head.status >= 400 ? inBrackets(script, format) : script;
}

/** A part of a script, and its replacement. The parts tile the script, and the replacements tile the result. */
interface Piece {
  /** The byte offset in the script at which the part ends. */
  readonly until: number;
  readonly bytes: Uint8Array;
}

/**
 * Each event's data in the other framing, without comments. The stream is closed if it ends cleanly, so an array of a
 * stream that lost its last events lacks only their elements. Each write stays one write, with its share of the bytes
 * and its time.
 */
function reframed(script: WireScript, format: StreamFormat, decoder: FrameDecoder): WireScript {
  const bytes = joinChunks(script.writes);
  const frames = script.writes.flatMap((write) => decoder.feed(write));
  const end = decoder.end();
  const writer = createFrameWriter(format.style);
  const whole = [...frames, ...end.frames].filter(({ terminated, hasData }) => terminated && hasData);
  const pieces = whole.map(({ data, span }): Piece => ({ until: span[1], bytes: writer.write({ data }) }));
  const rest = end.residual === undefined ? '' : partialData(bytes.subarray(...end.residual));
  const closing = script.ending === 'clean' && end.residual === undefined ? writer.end() : new Uint8Array(0);
  if (bytes.length > 0) {
    pieces.push({ until: bytes.length, bytes: rest === '' ? closing : writer.place(latin1Bytes(rest)) });
  }
  return { ...script, head: headIn(script, format), writes: recut(script.writes, pieces) };
}

/** The part of a cut event that is already data, one character per byte. */
function partialData(cut: Uint8Array): string {
  const text = Buffer.from(cut).toString('latin1');
  const [, data = ''] = /(?:^|[\r\n])data: ?(.*)$/s.exec(text) ?? [];
  return data.trimEnd();
}

function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** Maps an offset inside a piece to the proportional offset inside its replacement. */
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

function inBrackets(script: WireScript, format: StreamFormat): WireScript {
  const [open, close] = [latin1Bytes('['), latin1Bytes(']')];
  const writes = script.writes.map(({ atMs, bytes }, index) => ({
    atMs,
    bytes: joinChunks([
      ...(index === 0 ? [{ bytes: open }] : []),
      { bytes },
      ...(index === script.writes.length - 1 && script.ending === 'clean' ? [{ bytes: close }] : []),
    ]),
  }));
  return { ...script, head: headIn(script, format), writes };
}

/** The headers without the length, which counted other bytes. */
function headIn({ head }: WireScript, format: StreamFormat): WireScript['head'] {
  const headers = head.headers.flatMap(([name, value]) => {
    switch (name.toLowerCase()) {
      case 'content-length':
        return [];
      case 'content-type':
        return [[name, format.headers['content-type'] ?? value] as const];
      default:
        return [[name, value] as const];
    }
  });
  return { ...head, headers };
}
