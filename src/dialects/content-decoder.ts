import { isJsonType, mediaType, streamTypes } from '../core/media-type.ts';
import type { Mode } from '../core/route.ts';
import { createBodyDecoder } from '../wire/body-decoder.ts';
import type { FrameDecoder } from '../wire/frame-decoder.ts';
import { createSseDecoder } from '../wire/sse-decoder.ts';
import { deferDecoder } from './deferred-decoder.ts';

/** How a dialect frames its two kinds of answer. */
interface Decoders {
  /** Decodes a stream; absent: server-sent events. */
  readonly stream?: () => FrameDecoder;
  /** Decodes what comes as `application/json`; absent: one document. */
  readonly json?: () => FrameDecoder;
}

/**
 * A decoder for dialects that stream in one framing and otherwise answer with JSON. The content type decides where it says
 * what was asked for. Else the first bytes do, because official SDKs read what they asked for, whatever it is labelled; and
 * where those do not tell, the mode. The content type of another framing says nothing, because the dialect's clients would
 * not read that framing.
 */
export function decodeByContentType(
  mode: Mode,
  contentType: string | undefined,
  { stream = createSseDecoder, json = createBodyDecoder }: Decoders = {},
): FrameDecoder {
  const type = mediaType(contentType);
  const decoder = stream();
  const labelled = streamTypes.get(type) === decoder.framing;
  const isJson = isJsonType(type);
  if (decoder.framing !== 'sse') {
    return labelled ? decoder : isJson || mode === 'body' ? json() : decoder;
  }
  if (mode === 'stream' && labelled) {
    return decoder;
  }
  const otherwise = (): FrameDecoder => (isJson || (mode === 'body' && !labelled) ? json() : stream());
  return deferDecoder((start) => {
    if (start.startsWith('{') || start.startsWith('[')) {
      return json();
    }
    if (eventField.test(start)) {
      return stream();
    }
    return start.length < longestField ? undefined : otherwise();
  }, otherwise);
}

/** What an event stream may begin with. */
const eventField = /^(?:data|event|id|retry|):/i;

/** Characters after which the beginning of an input has told whether it is a field. */
const longestField = 'event:'.length;
