import type { DomainEventBody } from '../../core/domain-event.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ReportedError } from '../../core/reported-error.ts';
import type { UsageNumbers } from '../../core/usage.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import type { EncoderOptions, StreamEncoder } from '../dialect.ts';
import { unfinishedUpstream, unstatedFailure } from '../unfinished-upstream.ts';
import { ChoiceWriter } from './choice-writer.ts';
import { encodeError } from './encode-error.ts';
import { chatUsage } from './usage.ts';

/**
 * Writes a Chat Completions stream. Finishes and usage wait for the end of the
 * response: only then is it certain that no error follows.
 */
export function createChatEncoder(options: EncoderOptions): StreamEncoder {
  const stream = new ChatStream(options);
  return { push: (event) => stream.push(event) };
}

class ChatStream {
  readonly #options: EncoderOptions;
  #id: string;
  #model: string;
  #ended = false;
  #frames: EncodableFrame[] = [];
  #usage: UsageNumbers = {};
  readonly #choices = new Map<number, ChoiceWriter>();

  constructor(options: EncoderOptions) {
    this.#options = options;
    this.#id = options.id;
    this.#model = options.model;
  }

  push(event: DomainEventBody): readonly EncodableFrame[] {
    if (this.#ended) {
      return [];
    }
    this.#frames = [];
    this.#take(event);
    return this.#frames;
  }

  #take(event: DomainEventBody): void {
    switch (event.kind) {
      case 'response.started':
        // Id and model are constant over the stream: too late once a chunk has carried them.
        if (this.#choices.size === 0) {
          this.#id = event.id || this.#id;
          this.#model = event.model || this.#model;
        }
        return;
      case 'usage.reported':
        this.#usage = { ...this.#usage, ...event.usage };
        return;
      case 'finish.reported':
        this.#choice(event.choice).finish = { kind: event.finish, raw: event.raw };
        return;
      case 'heartbeat':
        // Chat has no keep-alive event; a comment in a block of its own is what its servers send and its clients skip.
        this.#frames.push({ comments: ['keep-alive'] });
        return;
      case 'error.reported':
        this.#fail(event.error);
        return;
      case 'response.failed':
        this.#fail(unstatedFailure);
        return;
      case 'response.completed':
      case 'response.incomplete':
        this.#complete();
        return;
      case 'unknown':
        return;
      default:
        this.#choice(event.at.choice).take(event);
    }
  }

  #choice(index: number): ChoiceWriter {
    const known = this.#choices.get(index);
    if (known !== undefined) {
      return known;
    }
    const writer = new ChoiceWriter(
      index,
      () => this.#id,
      (step) => this.#chunk([step], null),
      this.#options.logprobsShareEvents,
    );
    this.#choices.set(index, writer);
    return writer;
  }

  #complete(): void {
    const endings: { readonly writer: ChoiceWriter; readonly word: string }[] = [];
    for (const writer of [...this.#choices.values()].sort((a, b) => a.index - b.index)) {
      const word = writer.finishWord();
      if (word === undefined) {
        this.#fail(unfinishedUpstream(writer.finish));
        return;
      }
      endings.push({ writer, word });
    }
    if (endings.length === 0) {
      this.#fail(unfinishedUpstream(undefined));
      return;
    }
    for (const { writer, word } of endings) {
      writer.end(word);
    }
    const usage = chatUsage(this.#usage);
    if (this.#options.includeUsage && usage !== undefined) {
      this.#chunk([], usage);
    }
    this.#frames.push({ data: '[DONE]' });
    this.#ended = true;
  }

  /** No `[DONE]` follows: it would look like the end of a whole answer to a client that skips what it does not know. */
  #fail(error: ReportedError): void {
    for (const writer of this.#choices.values()) {
      writer.flush();
    }
    this.#frames.push({ data: JSON.stringify(encodeError(error).body) });
    this.#ended = true;
  }

  #chunk(choices: readonly JsonObject[], usage: JsonObject | null): void {
    const chunk = {
      id: this.#id,
      object: 'chat.completion.chunk',
      created: this.#options.created,
      model: this.#model,
      choices,
      ...(this.#options.includeUsage ? { usage } : {}),
    };
    this.#frames.push({ data: JSON.stringify(chunk) });
  }
}
