import type { Chunk } from '../../core/exchange.ts';
import type { Mode } from '../../core/route.ts';
import { createBodyDecoder } from '../../wire/body-decoder.ts';
import type { FrameDecoder } from '../../wire/frame-decoder.ts';
import { createJsonArrayDecoder } from '../../wire/json-array-decoder.ts';
import { createSseDecoder } from '../../wire/sse-decoder.ts';
import { decodeByContentType } from '../content-decoder.ts';

/**
 * Gemini streams server-sent events when asked with `alt=sse`, or else the same chunks as the elements of one JSON
 * array. An error may come bare: as the body of an error response that says `text/event-stream`, or after the last
 * event of a stream that broke off (recorded).
 */
export function decodeGemini(mode: Mode, contentType: string | undefined): FrameDecoder {
  return decodeByContentType(mode, contentType, {
    stream: () => createSseDecoder(undefined, { bareJson: true }),
    json: mode === 'stream' ? createJsonDecoder : createBodyDecoder,
  });
}

const openBracket = 91;

/** Bytes that may come before a JSON text: white space, and those of a byte order mark. */
const beforeJson: ReadonlySet<number> = new Set([32, 9, 10, 13, 0xef, 0xbb, 0xbf]);

/** One frame per element if the document is an array, or else the document as one frame. The first byte decides. */
function createJsonDecoder(): FrameDecoder {
  const held: Chunk[] = [];
  let chosen: FrameDecoder | undefined;
  return {
    get framing() {
      return chosen?.framing ?? 'body';
    },
    feed: (chunk) => {
      if (chosen !== undefined) {
        return chosen.feed(chunk);
      }
      held.push(chunk);
      const first = chunk.bytes.find((byte) => !beforeJson.has(byte));
      if (first === undefined) {
        return [];
      }
      const decoder = first === openBracket ? createJsonArrayDecoder() : createBodyDecoder();
      chosen = decoder;
      return held.flatMap((each) => decoder.feed(each));
    },
    end: () => {
      if (chosen === undefined) {
        const decoder = createBodyDecoder();
        for (const chunk of held) {
          decoder.feed(chunk);
        }
        chosen = decoder;
      }
      return chosen.end();
    },
  };
}
