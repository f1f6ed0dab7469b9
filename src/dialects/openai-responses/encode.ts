import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import type { EncoderOptions, StreamEncoder } from '../dialect.ts';
import { ResponseWriter } from './response-writer.ts';

/** Writes a Responses stream: `event:` names the type, and nothing follows the terminal event, not even `[DONE]`. */
export function createResponsesEncoder(options: EncoderOptions): StreamEncoder {
  let frames: EncodableFrame[] = [];
  const response = new ResponseWriter(options, (payload) => {
    frames.push({ event: String(payload['type']), data: JSON.stringify(payload) });
  });
  return {
    push: (event) => {
      frames = [];
      if (event.kind === 'heartbeat' && !response.ended) {
        // OpenAI's own `keepalive` event stands in no published type; every reader skips a comment.
        frames.push({ comments: ['keepalive'] });
      }
      response.take(event);
      return frames;
    },
  };
}
