import type { StreamFraming } from '../core/frame.ts';
import type { Mode } from '../core/route.ts';
import { createBodyDecoder } from '../wire/body-decoder.ts';
import type { FrameDecoder } from '../wire/frame-decoder.ts';
import { createSseDecoder } from '../wire/sse-decoder.ts';

/** Content types that say how a stream is framed. Those of NDJSON are customs: none of them is registered. */
const streamTypes: ReadonlyMap<string, StreamFraming> = new Map([
  ['text/event-stream', 'sse'],
  ['application/x-ndjson', 'ndjson'],
  ['application/ndjson', 'ndjson'],
  ['application/x-jsonlines', 'ndjson'],
  ['application/jsonl', 'ndjson'],
]);

/** How a dialect frames its two kinds of answer. */
interface Decoders {
  /** A stream, server-sent events where absent. */
  readonly stream?: () => FrameDecoder;
  /** What comes as `application/json`, one document where absent. */
  readonly json?: () => FrameDecoder;
}

/**
 * A decoder for dialects that stream in one framing and else answer with JSON. The content type decides, and where it
 * says neither, what was asked for does. The content type of another framing says neither: the dialect's clients would not
 * read that framing either.
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
