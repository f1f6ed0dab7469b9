import type { Mode } from '../../core/route.ts';
import { createBodyDecoder } from '../../wire/body-decoder.ts';
import type { FrameDecoder } from '../../wire/frame-decoder.ts';
import { createNdjsonDecoder } from '../../wire/ndjson-decoder.ts';
import { decodeByContentType } from '../content-decoder.ts';
import { deferDecoder } from '../deferred-decoder.ts';

/** Ollama streams lines of JSON. Its cloud labels them as it labels a body (recorded), and clients do not look at the label. */
export function decodeOllama(mode: Mode, contentType: string | undefined): FrameDecoder {
  return decodeByContentType(mode, contentType, {
    stream: createNdjsonDecoder,
    json: mode === 'stream' ? createJsonDecoder : createBodyDecoder,
  });
}

/** Lines where the input has a line feed, else one document: a server writes it without one. */
function createJsonDecoder(): FrameDecoder {
  return deferDecoder((_, latest) => (latest.includes('\n') ? createNdjsonDecoder() : undefined), createBodyDecoder);
}
