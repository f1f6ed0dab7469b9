import type { JsonObject } from '../../core/json.ts';
import type { ReportedError } from '../../core/reported-error.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import type { EncoderOptions, StreamEncoder } from '../dialect.ts';
import type { Answer, Ending, ResponseWriter } from '../dialect-writer.ts';
import { createStreamEncoder } from '../response-encoder.ts';
import { encodeError } from './encode-error.ts';
import { PartWriter } from './part-writer.ts';
import { finalUsage, startUsage } from './usage.ts';

/** Writes a Messages event stream. Only choice 0 has a place in it. */
export function createMessagesEncoder(options: EncoderOptions): StreamEncoder {
  return createStreamEncoder('anthropic-messages', options, (answer, write) => new MessageWriter(answer, write));
}

/**
 * `message_start` is not written at the beginning, but with what follows, because its usage may still be on the way.
 */
class MessageWriter implements ResponseWriter {
  readonly #answer: Answer;
  readonly #frame: (frame: EncodableFrame) => void;
  readonly #parts: PartWriter;
  #started = false;

  constructor(answer: Answer, write: (frame: EncodableFrame) => void) {
    this.#answer = answer;
    this.#frame = write;
    this.#parts = new PartWriter(answer, (payload) => this.#write(payload));
  }

  choice(index: number): PartWriter | undefined {
    return index === 0 ? this.#parts : undefined;
  }

  open(): void {
    if (this.#started) {
      return;
    }
    this.#started = true;
    const { id, model, usage } = this.#answer;
    const message = {
      id,
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: startUsage(usage),
    };
    this.#write({ type: 'message_start', message });
  }

  /** A ping may come only after the start. Before it, a comment keeps the connection alive. */
  heartbeat(): void {
    if (!this.#answer.begun) {
      this.#frame({ comments: ['ping'] });
      return;
    }
    this.open();
    this.#write({ type: 'ping' });
  }

  end({ word }: Ending): void {
    const { stopDetails } = this.#parts;
    const details = stopDetails === undefined ? {} : { stop_details: stopDetails };
    const delta = { stop_reason: word, stop_sequence: null, ...details };
    this.#write({ type: 'message_delta', delta, usage: finalUsage(this.#answer.usage) });
    this.#write({ type: 'message_stop' });
  }

  /** Blocks that still wait are dropped. To write them would close the open block, and so call it whole. */
  fail(error: ReportedError): void {
    if (this.#answer.begun) {
      this.open();
    }
    this.#write(encodeError(error).body);
  }

  #write(payload: JsonObject): void {
    this.#frame({ event: String(payload['type']), data: JSON.stringify(payload) });
  }
}
