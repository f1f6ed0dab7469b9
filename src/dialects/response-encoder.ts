import { loadContract } from '../contract/load.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { DomainEventBody } from '../core/domain-event.ts';
import type { ReportedError } from '../core/reported-error.ts';
import type { EncodableFrame } from '../wire/sse-encoder.ts';
import { ChoiceEncoder } from './choice-encoder.ts';
import type { EncoderOptions, StreamEncoder } from './dialect.ts';
import type { Answer, Ending, ResponseWriter } from './dialect-writer.ts';
import { finishWord } from './finish-word.ts';
import { unfinishedUpstream, unstatedFailure } from './unfinished-upstream.ts';

/**
 * Encodes one response: it collects what is known of it, hands each choice its events, and decides how it ends.
 * Finishes and usage wait for the end of the response, because only then is it certain that no error follows. A finish
 * that the dialect cannot state, or a missing one, is an error. Nothing is written after the end.
 */
export class ResponseEncoder {
  readonly #answer: { -readonly [key in keyof Answer]: Answer[key] };
  #ended = false;
  readonly #dialect: DialectId;
  readonly #writer: ResponseWriter;
  readonly #choices = new Map<number, ChoiceEncoder>();
  readonly #holdDeltas: boolean;
  readonly #wrapsInput: boolean;

  constructor(dialect: DialectId, options: EncoderOptions, create: (answer: Answer) => ResponseWriter) {
    this.#dialect = dialect;
    this.#answer = { id: options.id, model: options.model, usage: {}, begun: false };
    this.#holdDeltas = options.logprobsShareEvents === true;
    this.#wrapsInput = loadContract(dialect).contract.tools?.plainText === undefined;
    this.#writer = create(this.#answer);
  }

  take(event: DomainEventBody): void {
    if (this.#ended) {
      return;
    }
    switch (event.kind) {
      case 'response.started':
        this.#begin(event.id, event.model);
        break;
      case 'usage.reported':
        this.#answer.usage = { ...this.#answer.usage, ...event.usage };
        break;
      case 'finish.reported': {
        const choice = this.#choice(event.choice);
        if (choice !== undefined) {
          choice.finish = { kind: event.finish, raw: event.raw };
        }
        break;
      }
      case 'heartbeat':
        this.#writer.heartbeat?.();
        break;
      case 'error.reported':
        this.#fail(event.error);
        break;
      case 'response.failed':
        this.#fail(unstatedFailure);
        break;
      case 'response.completed':
      case 'response.incomplete':
        this.#complete();
        break;
      case 'unknown':
        break;
      default: {
        const choice = this.#choice(event.at.choice);
        if (choice !== undefined) {
          this.#answer.begun = true;
          this.#writer.open?.();
          choice.take(event);
        }
      }
    }
  }

  #begin(id: string | undefined, model: string | undefined): void {
    const answer = this.#answer;
    if (!answer.begun) {
      answer.id = id || answer.id;
      answer.model = model || answer.model;
      answer.begun = true;
      this.#writer.begin?.();
    }
  }

  #choice(index: number): ChoiceEncoder | undefined {
    const known = this.#choices.get(index);
    if (known !== undefined) {
      return known;
    }
    const writer = this.#writer.choice(index);
    if (writer === undefined) {
      return undefined;
    }
    const heldLogprobs = this.#holdDeltas ? this.#writer.logprobs : undefined;
    const choice = new ChoiceEncoder({ index, writer, heldLogprobs, wrapsInput: this.#wrapsInput });
    this.#choices.set(index, choice);
    return choice;
  }

  #complete(): void {
    const endings: { readonly choice: ChoiceEncoder; readonly ending: Ending }[] = [];
    const choices = [...this.#choices.values()].sort((a, b) => a.index - b.index);
    for (const choice of choices) {
      const { finish, traits } = choice;
      const word = finish && finishWord(this.#dialect, finish, traits);
      if (finish === undefined || word === undefined) {
        this.#fail(unfinishedUpstream(finish));
        return;
      }
      endings.push({ choice, ending: { finish, word, last: choice === choices.at(-1) } });
    }
    const last = endings.at(-1);
    if (last === undefined) {
      this.#fail(unfinishedUpstream(undefined));
      return;
    }
    this.#writer.open?.();
    for (const { choice, ending } of endings) {
      choice.release();
      choice.writer.end(ending);
    }
    this.#writer.end?.(last.ending);
    this.#ended = true;
  }

  #fail(error: ReportedError): void {
    for (const choice of this.#choices.values()) {
      choice.release();
    }
    this.#writer.fail(error);
    this.#ended = true;
  }
}

/** An encoder that returns the frames that its writer writes for each event. */
export function createStreamEncoder(
  dialect: DialectId,
  options: EncoderOptions,
  create: (answer: Answer, write: (frame: EncodableFrame) => void) => ResponseWriter,
): StreamEncoder {
  let frames: EncodableFrame[] = [];
  const encoder = new ResponseEncoder(dialect, options, (answer) => create(answer, (frame) => frames.push(frame)));
  return {
    push: (event) => {
      frames = [];
      encoder.take(event);
      return frames;
    },
  };
}
