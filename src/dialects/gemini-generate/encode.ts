import type { JsonObject } from '../../core/json.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import type { EncoderOptions, StreamEncoder } from '../dialect.ts';
import type { Answer, ResponseWriter } from '../dialect-writer.ts';
import { createStreamEncoder } from '../response-encoder.ts';
import { CandidateWriter } from './candidate-writer.ts';
import { encodeError } from './encode-error.ts';
import { geminiUsage } from './usage.ts';

/**
 * Writes a Gemini stream. It has no terminal event: the last finish and the end of the stream take that role.
 */
export function createGeminiEncoder(options: EncoderOptions): StreamEncoder {
  return createStreamEncoder('gemini-generate', options, geminiWriter);
}

function geminiWriter(answer: Answer, write: (frame: EncodableFrame) => void): ResponseWriter {
  const writeChunk = (content: JsonObject, last: boolean): void => {
    const { id, model } = answer;
    // Usage belongs to the last chunk.
    const usageMetadata = last ? geminiUsage(answer.usage) : undefined;
    write({ data: JSON.stringify({ ...content, usageMetadata, modelVersion: model, responseId: id }) });
  };
  return {
    logprobs: 'logprobs_result',
    choice: (index) => new CandidateWriter(index, writeChunk),
    // Clients skip a comment in a block of its own. Beside data, the official SDK would lose the chunk.
    heartbeat: () => write({ comments: ['keep-alive'] }),
    // Only a `data:` line, because the official SDK loses an error with an `event:` line before it.
    fail: (error) => write({ data: JSON.stringify(encodeError(error).body) }),
  };
}
