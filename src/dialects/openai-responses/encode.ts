import type { EncoderOptions, StreamEncoder } from '../dialect.ts';
import { createStreamEncoder } from '../response-encoder.ts';
import { ResponsesWriter } from './response-writer.ts';

/** Writes a Responses stream: `event:` names the type, and nothing follows the terminal event, not even `[DONE]`. */
export function createResponsesEncoder(options: EncoderOptions): StreamEncoder {
  return createStreamEncoder('openai-responses', options, (answer, write) => {
    // OpenAI's own `keepalive` event stands in no published type; every reader skips a comment.
    const heartbeat = (): void => write({ comments: ['keepalive'] });
    return new ResponsesWriter(
      answer,
      options.created,
      (payload) => write({ event: String(payload['type']), data: JSON.stringify(payload) }),
      heartbeat,
    );
  });
}
