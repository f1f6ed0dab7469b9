import type { JsonObject } from '../../core/json.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import type { EncoderOptions, StreamEncoder } from '../dialect.ts';
import type { Answer, ResponseWriter } from '../dialect-writer.ts';
import { createStreamEncoder } from '../response-encoder.ts';
import { encodeError } from './encode-error.ts';
import { chatResponse, type Message } from './line.ts';
import { MessageWriter } from './message-writer.ts';
import { ollamaUsage } from './usage.ts';

/** Writes a stream of lines; the last one says `done: true`, why, and the counts (docs.ollama.com/api/streaming). */
export function createOllamaEncoder(options: EncoderOptions): StreamEncoder {
  return createStreamEncoder('ollama-chat', options, (answer, write) => ollamaWriter(options, answer, write));
}

function ollamaWriter(
  { created }: EncoderOptions,
  answer: Answer,
  write: (frame: EncodableFrame) => void,
): ResponseWriter {
  const writeLine = (message: Message, members: JsonObject): void =>
    write({ data: JSON.stringify(chatResponse(answer.model, created, message, members)) });
  return {
    logprobs: 'logprobs',
    // There is one message, and nothing that a client skips: a blank line breaks the official client of Python.
    choice: (index) =>
      index === 0
        ? new MessageWriter((message, members) => writeLine(message, { done: false, ...members }))
        : undefined,
    end: ({ word }) => writeLine({}, { done: true, done_reason: word, ...ollamaUsage(answer.usage) }),
    fail: (error) => write({ data: JSON.stringify(encodeError(error).body) }),
  };
}
