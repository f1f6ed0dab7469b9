import type { Chunk } from '../core/exchange.ts';
import type { FrameDecoder } from '../wire/frame-decoder.ts';

/** White space, and the bytes of a byte order mark, one character per byte. */
const beforeContent = /^[\s\u00ef\u00bb\u00bf]+/;

/**
 * A decoder that is chosen by the first bytes.
 *
 * @param choose gets the first 16 bytes that are not white space or of a byte order mark, as far as they have come, and the
 *   latest chunk, with one character per byte. It gives nothing while they do not tell
 * @param otherwise the decoder for an input that ends before its bytes have told; it also says the framing until then
 */
export function deferDecoder(
  choose: (start: string, latest: string) => FrameDecoder | undefined,
  otherwise: () => FrameDecoder,
): FrameDecoder {
  const held: Chunk[] = [];
  const fallback = otherwise();
  let start = '';
  let chosen: FrameDecoder | undefined;
  return {
    get framing() {
      return (chosen ?? fallback).framing;
    },
    feed: (chunk) => {
      if (chosen !== undefined) {
        return chosen.feed(chunk);
      }
      held.push(chunk);
      const latest = Buffer.from(chunk.bytes).toString('latin1');
      // Bounded, so that an input in very many chunks is not looked at again and again.
      start = (start + latest).replace(beforeContent, '').slice(0, 16);
      const decoder = choose(start, latest);
      chosen = decoder;
      return decoder === undefined ? [] : held.flatMap((each) => decoder.feed(each));
    },
    end: () => {
      if (chosen === undefined) {
        chosen = fallback;
        for (const chunk of held) {
          fallback.feed(chunk);
        }
      }
      return chosen.end();
    },
  };
}
