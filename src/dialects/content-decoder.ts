import type { StreamFraming } from '../core/frame.ts';
import type { Mode } from '../core/route.ts';
import { createBodyDecoder } from '../wire/body-decoder.ts';
import type { FrameDecoder } from '../wire/frame-decoder.ts';
import { createSseDecoder } from '../wire/sse-decoder.ts';

/** Content types that say how a stream is framed. Those of NDJSON are in common use, but none of them is registered. */
const streamTypes: ReadonlyMap<string, StreamFraming> = new Map([
  ['text/event-stream', 'sse'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/x-jsonlines', 'ndjson'],
  ['application/jsonl', 'ndjson'],
]);

/** How a dialect frames its two kinds of answer. */
interface Decoders {
  /** Decodes a stream; absent: server-sent events. */
  readonly stream?: () => FrameDecoder;
  /** Decodes what comes as `application/json`; absent: one document. */
  readonly json?: () => FrameDecoder;
}

/**
 * A decoder for dialects that stream in one framing and otherwise answer with JSON. The content type decides. Where it
 * says neither, the mode that was asked for decides. The content type of another framing says neither, because the
 * dialect's clients would not read that framing.
 */
export function decodeByContentType(
  mode: Mode,
  contentType: string | undefined,
  { stream = createSseDecoder, json = createBodyDecoder }: Decoders = {},
): FrameDecoder {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const decoder = stream();
  if (streamTypes.get(mediaType) === decoder.framing) {
    return decoder;
  }
  const isJson = mediaType === 'application/json' || mediaType.endsWith('+json');
  return isJson || mode === 'body' ? json() : decoder;
}
