import type { JsonObject } from '../../core/json.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import type { EncoderOptions, StreamEncoder } from '../dialect.ts';
import type { Answer, ResponseWriter } from '../dialect-writer.ts';
import { createStreamEncoder } from '../response-encoder.ts';
import { ChatChoiceWriter } from './choice-writer.ts';
import { encodeError } from './encode-error.ts';
import { chatUsage } from './usage.ts';

/** Writes a Chat Completions stream. */
export function createChatEncoder(options: EncoderOptions): StreamEncoder {
  return createStreamEncoder('openai-chat', options, (answer, write) => chatWriter(options, answer, write));
}

function chatWriter(
  { created, includeUsage }: EncoderOptions,
  answer: Answer,
  write: (frame: EncodableFrame) => void,
): ResponseWriter {
  const writeChunk = (choices: readonly JsonObject[], usage: JsonObject | null): void => {
    const { id, model } = answer;
    const chunk = { id, object: 'chat.completion.chunk', created, model, choices };
    write({ data: JSON.stringify(includeUsage ? { ...chunk, usage } : chunk) });
  };
  return {
    logprobs: 'logprobs',
    choice: (index) => new ChatChoiceWriter(index, answer, (step) => writeChunk([step], null)),
    // Chat has no keep-alive event. Its servers send a comment in a block of its own, and its clients skip that.
    heartbeat: () => write({ comments: ['keep-alive'] }),
    end: () => {
      const usage = chatUsage(answer.usage);
      if (includeUsage && usage !== undefined) {
        writeChunk([], usage);
      }
      write({ data: '[DONE]' });
    },
    // No `[DONE]` follows, because a client that skips what it does not know would take it for the end of a whole
    // answer.
    fail: (error) => write({ data: JSON.stringify(encodeError(error).body) }),
  };
}
