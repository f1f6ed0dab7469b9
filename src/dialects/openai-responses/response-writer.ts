import type { DomainEventBody } from '../../core/domain-event.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ReportedError } from '../../core/reported-error.ts';
import type { UsageNumbers } from '../../core/usage.ts';
import type { EncoderOptions } from '../dialect.ts';
import type { Finish } from '../finish-table.ts';
import { unfinishedUpstream, unstatedFailure } from '../unfinished-upstream.ts';
import { streamError } from './encode-error.ts';
import { responseEnding } from './finish.ts';
import { PartWriter } from './part-writer.ts';
import { type ResponseState, responseObject } from './response-object.ts';
import { responsesUsage } from './usage.ts';

/**
 * Writes the events of one response. Only choice 0 has a place in it. The
 * finish waits for the end of the response: only then is it certain that no error follows.
 */
export class ResponseWriter {
  readonly #options: EncoderOptions;
  readonly #write: (payload: JsonObject) => void;
  readonly #parts: PartWriter;
  #state: 'idle' | 'started' | 'ended' = 'idle';
  #id: string;
  #model: string;
  #sequence = 0;
  #usage: UsageNumbers = {};
  #finish: Finish | undefined;

  /** @param write takes each event's payload, in order */
  constructor(options: EncoderOptions, write: (payload: JsonObject) => void) {
    this.#options = options;
    this.#id = options.id;
    this.#model = options.model;
    this.#write = write;
    this.#parts = new PartWriter(
      () => this.#id,
      (type, fields) => this.#event(type, fields),
      options.logprobsShareEvents,
    );
  }

  get ended(): boolean {
    return this.#state === 'ended';
  }

  take(event: DomainEventBody): void {
    if (this.ended) {
      return;
    }
    switch (event.kind) {
      case 'response.started':
        if (this.#state === 'idle') {
          this.#id = event.id || this.#id;
          this.#model = event.model || this.#model;
          this.#start();
        }
        return;
      case 'usage.reported':
        this.#usage = { ...this.#usage, ...event.usage };
        return;
      case 'finish.reported':
        if (event.choice === 0) {
          this.#finish = { kind: event.finish, raw: event.raw };
        }
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
      case 'heartbeat':
      case 'unknown':
        return;
      default:
        if (event.at.choice === 0) {
          this.#start();
          this.#parts.take(event);
        }
    }
  }

  #start(): void {
    if (this.#state === 'idle') {
      this.#state = 'started';
      this.#lifecycle('response.created', { status: 'in_progress' });
      this.#lifecycle('response.in_progress', { status: 'in_progress' });
    }
  }

  #complete(): void {
    const finish = this.#finish;
    const ending = finish === undefined ? undefined : responseEnding(finish, this.#parts.traits);
    if (ending === undefined) {
      this.#fail(unfinishedUpstream(finish));
      return;
    }
    this.#start();
    this.#parts.end(finish?.kind !== 'pause' && ending.status === 'incomplete');
    const { output } = this.#parts.items;
    this.#lifecycle(`response.${ending.status}`, { ...ending, output, usage: responsesUsage(this.#usage) });
    this.#state = 'ended';
  }

  /** Items that still wait are given up, and the open one stays as it is: closing it would call it whole. */
  #fail(error: ReportedError): void {
    this.#start();
    this.#parts.flush();
    const { nested, failure } = streamError(error);
    this.#event('error', { error: nested });
    const output = this.#parts.items.partialOutput();
    const usage = responsesUsage(this.#usage);
    this.#lifecycle('response.failed', { status: 'failed', output, usage, error: failure });
    this.#state = 'ended';
  }

  #lifecycle(type: string, known: Partial<ResponseState> & Pick<ResponseState, 'status'>): void {
    const common = { id: this.#id, model: this.#model, created: this.#options.created, output: [], usage: null };
    this.#event(type, { response: responseObject({ ...common, ...known }) });
  }

  #event(type: string, fields: JsonObject): void {
    this.#write({ type, sequence_number: this.#sequence, ...fields });
    this.#sequence += 1;
  }
}
