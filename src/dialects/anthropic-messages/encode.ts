import type { DomainEventBody } from '../../core/domain-event.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ReportedError } from '../../core/reported-error.ts';
import type { UsageNumbers } from '../../core/usage.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';
import type { EncoderOptions, StreamEncoder } from '../dialect.ts';
import type { Finish } from '../finish-table.ts';
import { ObjectArguments } from '../plain-input.ts';
import { unfinishedUpstream, unstatedFailure } from '../unfinished-upstream.ts';
import { encodeError } from './encode-error.ts';
import { stopReason } from './finish.ts';
import { PartWriter } from './part-writer.ts';
import { finalUsage, startUsage } from './usage.ts';

/**
 * Writes a Messages event stream. Only choice 0 has a place in it.
 * The finish waits for the end of the response: only then is it certain that no error follows.
 */
export function createMessagesEncoder(options: EncoderOptions): StreamEncoder {
  const stream = new MessageStream(options);
  return { push: (event) => stream.push(event) };
}

/** `held`: the response has started, but its usage may still be on the way, so `message_start` waits for the next event. */
type State = 'idle' | 'held' | 'started' | 'ended';

class MessageStream {
  #state: State = 'idle';
  #frames: EncodableFrame[] = [];
  readonly #arguments = new ObjectArguments();
  #id: string;
  #model: string;
  #usage: UsageNumbers = {};
  #finish: Finish | undefined;
  readonly #parts = new PartWriter(
    () => this.#id,
    (payload) => this.#write(payload),
  );

  constructor(options: EncoderOptions) {
    this.#id = options.id;
    this.#model = options.model;
  }

  push(event: DomainEventBody): readonly EncodableFrame[] {
    if (this.#state === 'ended') {
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
        this.#hold(event.id, event.model);
        return;
      case 'usage.reported':
        this.#usage = { ...this.#usage, ...event.usage };
        return;
      case 'finish.reported':
        if (event.choice === 0) {
          this.#finish = { kind: event.finish, raw: event.raw };
        }
        return;
      case 'heartbeat':
        this.#heartbeat();
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
        if (event.at.choice === 0) {
          this.#start();
          this.#parts.take(event);
        }
    }
  }

  #hold(id: string | undefined, model: string | undefined): void {
    if (this.#state === 'idle') {
      this.#id = id || this.#id;
      this.#model = model || this.#model;
      this.#state = 'held';
    }
  }

  #start(): void {
    if (this.#state === 'started') {
      return;
    }
    this.#state = 'started';
    const message = {
      id: this.#id,
      type: 'message',
      role: 'assistant',
      model: this.#model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: startUsage(this.#usage),
    };
    this.#write({ type: 'message_start', message });
  }

  /** A ping has its place only after the start; before it a comment keeps the connection alive. */
  #heartbeat(): void {
    if (this.#state === 'idle') {
      this.#frames.push({ comments: ['ping'] });
      return;
    }
    this.#start();
    this.#write({ type: 'ping' });
  }

  #complete(): void {
    const finish = this.#finish;
    const reason = finish === undefined ? undefined : stopReason(finish, this.#parts.traits);
    if (reason === undefined) {
      this.#fail(unfinishedUpstream(finish));
      return;
    }
    this.#start();
    this.#parts.end();
    const details = this.#parts.stopDetails === undefined ? {} : { stop_details: this.#parts.stopDetails };
    const delta = { stop_reason: reason, stop_sequence: null, ...details };
    this.#write({ type: 'message_delta', delta, usage: finalUsage(this.#usage) });
    this.#write({ type: 'message_stop' });
    this.#state = 'ended';
  }

  /** Blocks that still wait are given up: writing them would close the open one, which would call it whole. */
  #fail(error: ReportedError): void {
    if (this.#state === 'held') {
      this.#start();
    }
    this.#write(encodeError(error).body);
    this.#state = 'ended';
  }

  #write(payload: JsonObject): void {
    this.#frames.push({ event: String(payload['type']), data: JSON.stringify(payload) });
  }
}
