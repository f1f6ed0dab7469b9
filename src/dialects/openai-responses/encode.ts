import type { EncoderOptions, StreamEncoder } from '../dialect.ts';
import { createStreamEncoder } from '../response-encoder.ts';
import { ResponsesWriter } from './response-writer.ts';

/** Writes a Responses stream. `event:` names the type, and nothing follows the terminal event, not even `[DONE]`. */
export function createResponsesEncoder(options: EncoderOptions): StreamEncoder {
  return createStreamEncoder('openai-responses', options, (answer, write) => {
    // A comment, because every reader skips it. OpenAI's own `keepalive` event is in no published type.
    const heartbeat = (): void => write({ comments: ['keepalive'] });
    return new ResponsesWriter(
      answer,
      options.created,
      (payload) => write({ event: String(payload['type']), data: JSON.stringify(payload) }),
      heartbeat,
    );
  });
}
