import type { DomainEventBody } from '../../core/domain-event.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ReportedError } from '../../core/reported-error.ts';
import type { UsageNumbers } from '../../core/usage.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import type { EncoderOptions, StreamEncoder } from '../dialect.ts';
import { ObjectArguments } from '../plain-input.ts';
import { unfinishedUpstream, unstatedFailure } from '../unfinished-upstream.ts';
import { type CandidateStep, CandidateWriter } from './candidate-writer.ts';
import { encodeError } from './encode-error.ts';
import { geminiUsage } from './usage.ts';

/**
 * Writes a Gemini stream. Finishes and usage wait for the end of the
 * response: only then is it certain that no error follows. There is no terminal: the last finish and the end of the
 * stream are it.
 */
export function createGeminiEncoder(options: EncoderOptions): StreamEncoder {
  const stream = new GeminiStream(options);
  return { push: (event) => stream.push(event) };
}

class GeminiStream {
  #id: string;
  #model: string;
  #ended = false;
  #frames: EncodableFrame[] = [];
  readonly #arguments = new ObjectArguments();
  #usage: UsageNumbers = {};
  /** Goes onto the next chunk: usage belongs to the last one. */
  #lastUsage: JsonObject | undefined;
  readonly #candidates = new Map<number, CandidateWriter>();
  readonly #holdDeltas: boolean;

  constructor(options: EncoderOptions) {
    this.#holdDeltas = options.logprobsShareEvents === true;
    this.#id = options.id;
    this.#model = options.model;
  }

  push(event: DomainEventBody): readonly EncodableFrame[] {
    if (this.#ended) {
      return [];
    }
    this.#frames = [];
    for (const wrapped of this.#arguments.wrap(event)) {
      this.#take(wrapped);
    }
    return this.#frames;
  }

  #take(event: DomainEventBody): void {
    switch (event.kind) {
      case 'response.started':
        // Id and model are constant over the stream: too late once a chunk has carried them.
        if (this.#candidates.size === 0) {
          this.#id = event.id || this.#id;
          this.#model = event.model || this.#model;
        }
        return;
      case 'usage.reported':
        this.#usage = { ...this.#usage, ...event.usage };
        return;
      case 'finish.reported':
        this.#candidate(event.choice).finish = { kind: event.finish, raw: event.raw };
        return;
      case 'heartbeat':
        // A comment in a block of its own is skipped; beside data it would cost the official SDK the chunk.
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
        this.#candidate(event.at.choice).take(event);
    }
  }

  #candidate(index: number): CandidateWriter {
    const known = this.#candidates.get(index);
    if (known !== undefined) {
      return known;
    }
    const writer = new CandidateWriter(
      index,
      (step) => this.#chunk({ candidates: [toCandidate(index, step)] }),
      this.#holdDeltas,
    );
    this.#candidates.set(index, writer);
    return writer;
  }

  #complete(): void {
    const writers = [...this.#candidates.values()].sort((a, b) => a.index - b.index);
    const unfinished = writers.find((writer) => writer.finishWord() === undefined);
    if (unfinished !== undefined || writers.length === 0) {
      this.#fail(unfinishedUpstream(unfinished?.finish));
      return;
    }
    for (const writer of writers) {
      writer.flush();
      this.#lastUsage = writer === writers.at(-1) ? geminiUsage(this.#usage) : undefined;
      if (writer.feedback === undefined) {
        writer.end();
      } else {
        this.#chunk({ promptFeedback: writer.feedback });
      }
    }
    this.#ended = true;
  }

  /** `data:` and nothing else: the official SDK loses an error with an `event:` line before it. */
  #fail(error: ReportedError): void {
    for (const writer of this.#candidates.values()) {
      writer.release();
    }
    this.#frames.push({ data: JSON.stringify(encodeError(error).body) });
    this.#ended = true;
  }

  #chunk(content: JsonObject): void {
    const usage = this.#lastUsage;
    const chunk = {
      ...content,
      ...(usage === undefined ? {} : { usageMetadata: usage }),
      modelVersion: this.#model,
      responseId: this.#id,
    };
    this.#frames.push({ data: JSON.stringify(chunk) });
  }
}

function toCandidate(index: number, { parts, members }: CandidateStep): JsonObject {
  return { content: { parts, role: 'model' }, ...members, index };
}
