import type { Mode } from '../../core/route.ts';
import { createBodyDecoder } from '../../wire/body-decoder.ts';
import type { FrameDecoder } from '../../wire/frame-decoder.ts';
import { createJsonArrayDecoder } from '../../wire/json-array-decoder.ts';
import { createSseDecoder } from '../../wire/sse-decoder.ts';
import { decodeByContentType } from '../content-decoder.ts';
import { deferDecoder } from '../deferred-decoder.ts';

/**
 * Gemini streams server-sent events when asked with `alt=sse`, or else the same chunks as the elements of one JSON
 * array. An error may come bare: as the body of an error response that says `text/event-stream`, or after the last
 * event of a stream that broke off (recorded).
 */
export function decodeGemini(mode: Mode, contentType: string | undefined): FrameDecoder {
  return decodeByContentType(mode, contentType, {
    stream: () => createSseDecoder(undefined, { bareJson: true }),
    json: createJsonDecoder,
  });
}

/** One frame per element if the document is an array, or else the document as one frame. The first byte decides. */
function createJsonDecoder(): FrameDecoder {
  return deferDecoder(
    ([first]) => (first === undefined ? undefined : first === '[' ? createJsonArrayDecoder() : createBodyDecoder()),
    createBodyDecoder,
  );
}
