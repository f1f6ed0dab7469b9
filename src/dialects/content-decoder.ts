import type { Mode } from '../core/route.ts';
import { createBodyDecoder } from '../wire/body-decoder.ts';
import type { FrameDecoder } from '../wire/frame-decoder.ts';
import { createSseDecoder } from '../wire/sse-decoder.ts';

/** How a dialect frames its two kinds of answer. */
interface Framings {
  /** `text/event-stream` */
  readonly stream: () => FrameDecoder;
  /** `application/json` */
  readonly json: () => FrameDecoder;
}

/**
 * A decoder for dialects that stream server-sent events and else answer with one JSON document. The content type
 * decides; where it says neither, what was asked for does.
 */
export function decodeByContentType(
  mode: Mode,
  contentType: string | undefined,
  framings: Framings = { stream: createSseDecoder, json: createBodyDecoder },
): FrameDecoder {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (mediaType === 'text/event-stream') {
    return framings.stream();
  }
  if (mediaType === 'application/json' || mediaType.endsWith('+json')) {
    return framings.json();
  }
  return mode === 'stream' ? framings.stream() : framings.json();
}
