import type { JsonObject } from '../../core/json.ts';
import type { ReportedError } from '../../core/reported-error.ts';
import type { Answer, Ending, ResponseWriter } from '../dialect-writer.ts';
import { streamError } from './encode-error.ts';
import { PartWriter } from './part-writer.ts';
import { type ResponseState, responseObject } from './response-object.ts';
import { responsesUsage } from './usage.ts';

/** Writes the events of one response. Only choice 0 has a place in it. */
export class ResponsesWriter implements ResponseWriter {
  readonly logprobs = 'logprobs';
  readonly heartbeat: (() => void) | undefined;
  readonly #answer: Answer;
  readonly #created: number;
  readonly #write: (payload: JsonObject) => void;
  readonly #parts: PartWriter;
  #opened = false;
  #sequence = 0;

  /**
   * @param created seconds since 1970
   * @param write takes each event's payload, in order
   */
  constructor(answer: Answer, created: number, write: (payload: JsonObject) => void, heartbeat?: () => void) {
    this.heartbeat = heartbeat;
    this.#answer = answer;
    this.#created = created;
    this.#write = write;
    this.#parts = new PartWriter(answer, (type, fields) => this.#event(type, fields));
  }

  choice(index: number): PartWriter | undefined {
    return index === 0 ? this.#parts : undefined;
  }

  begin(): void {
    this.open();
  }

  open(): void {
    if (!this.#opened) {
      this.#opened = true;
      this.#lifecycle('response.created', { status: 'in_progress' });
      this.#lifecycle('response.in_progress', { status: 'in_progress' });
    }
  }

  /** The word is the status `completed`, or the reason why the response is incomplete. */
  end({ word }: Ending): void {
    const known = { output: this.#parts.items.output, usage: responsesUsage(this.#answer.usage) };
    if (word === 'completed') {
      this.#lifecycle('response.completed', { ...known, status: word });
    } else {
      this.#lifecycle('response.incomplete', { ...known, status: 'incomplete', reason: word });
    }
  }

  /** The open item stays as it is, because closing it would call it whole. */
  fail(error: ReportedError): void {
    this.open();
    const { nested, failure } = streamError(error);
    this.#event('error', { error: nested });
    const output = this.#parts.items.partialOutput();
    const usage = responsesUsage(this.#answer.usage);
    this.#lifecycle('response.failed', { status: 'failed', output, usage, error: failure });
  }

  #lifecycle(type: string, known: Partial<ResponseState> & Pick<ResponseState, 'status'>): void {
    const { id, model } = this.#answer;
    const common = { id, model, created: this.#created, output: [], usage: null };
    this.#event(type, { response: responseObject({ ...common, ...known }) });
  }

  #event(type: string, fields: JsonObject): void {
    this.#write({ type, sequence_number: this.#sequence, ...fields });
    this.#sequence += 1;
  }
}
