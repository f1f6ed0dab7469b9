import type { Chunk } from '../../core/exchange.ts';
import type { Mode } from '../../core/route.ts';
import { createBodyDecoder } from '../../wire/body-decoder.ts';
import type { FrameDecoder } from '../../wire/frame-decoder.ts';
import { createNdjsonDecoder } from '../../wire/ndjson-decoder.ts';
import { decodeByContentType } from '../content-decoder.ts';

/** Ollama streams lines of JSON. Its cloud labels them as it labels a body (recorded), and clients do not look at the label. */
export function decodeOllama(mode: Mode, contentType: string | undefined): FrameDecoder {
  return decodeByContentType(mode, contentType, {
    stream: createNdjsonDecoder,
    json: mode === 'stream' ? createJsonDecoder : createBodyDecoder,
  });
}

const lineFeed = 10;

/** Lines where the input has a line feed, else one document: a server writes it without one. */
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
      if (!chunk.bytes.includes(lineFeed)) {
        return [];
      }
      const decoder = createNdjsonDecoder();
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
