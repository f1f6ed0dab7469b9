import { headIssue } from '../contract/head-issue.ts';
import { type Contract, loadContract } from '../contract/load.ts';
import { ContractReader, type ContractReaderOptions } from '../contract/reader.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { DomainEvent } from '../core/domain-event.ts';
import { type Capture, type Chunk, type Ending, type Head, headerValue, isRefusal } from '../core/exchange.ts';
import type { Frame } from '../core/frame.ts';
import type { Sender } from '../core/issue.ts';
import type { Outcome, Witnesses } from '../core/outcome.ts';
import type { Reading } from '../core/reading.ts';
import type { Mode } from '../core/route.ts';
import type { DeclaredTools, RequestFacts } from '../core/scenario.ts';
import { toUsage } from '../core/usage.ts';
import { dialects } from '../dialects/registry.generated.ts';
import { withTailDispatched } from '../wire/dispatched-tail.ts';
import type { DecoderEnd, FrameDecoder } from '../wire/frame-decoder.ts';
import { choicesOf } from './choices.ts';
import { type Folded, foldEvents } from './fold.ts';
import { integrityOf } from './integrity.ts';
import { closeReasonOf, phaseOf } from './phase.ts';

export interface ReadOptions {
  readonly facts?: RequestFacts;
  /**
   * Also report what the contract does not know; true where absent. Reading the outcome alone saves a tenth of the
   * time.
   */
  readonly drift?: boolean;
  /** Traits of the server that sent it, by name (recordings and upstreams only). */
  readonly traits?: readonly string[];
  /** Who sent it, for requirements that ask more of a relay; an upstream where absent. What is read is the same. */
  readonly sender?: Sender;
}

/** Decodes one side of an exchange and tries to prove that it is complete. No captured bytes make it throw. */
export function readCapture(dialect: DialectId, mode: Mode, capture: Capture, options: ReadOptions = {}): Reading {
  const reader = new ResponseReader(dialect, mode, capture.head, options);
  for (const chunk of capture.chunks) {
    reader.feed(chunk);
  }
  const { frames, events, issues, outcome } = reader.end(capture.ending);
  const { traits, sender } = options;
  return {
    dialect,
    mode,
    capture,
    frames,
    events,
    issues,
    outcome,
    ...(traits === undefined ? {} : { traits }),
    ...(sender === undefined ? {} : { sender }),
  };
}

/** The incremental form of `readCapture`, for reading while the stream still runs. */
export class ResponseReader {
  readonly #decoder: FrameDecoder;
  readonly #contractOfDialect: Contract;
  readonly #contractOptions: Omit<ContractReaderOptions, 'framing'>;
  #started: ContractReader | undefined;
  readonly #frames: Frame[] = [];
  readonly #head: Head | undefined;
  readonly #tailDispatched: boolean;
  readonly #declared: DeclaredTools | undefined;
  #taken = 0;

  constructor(dialect: DialectId, mode: Mode, head: Head | undefined, options: ReadOptions = {}) {
    const contentType = head && headerValue(head.headers, 'content-type');
    this.#head = head;
    this.#declared = options.facts?.declared;
    // A refusal is one document, even where a stream was asked for.
    const expected: Mode = isRefusal(head?.status) ? 'body' : mode;
    this.#decoder = dialects[dialect].decoder(expected, contentType);
    const traits = readTraits(dialect, options);
    const contract = loadContract(dialect, traits);
    this.#tailDispatched = expected === 'stream' && contract.contract.wire.tail === 'dispatched';
    this.#contractOfDialect = contract;
    this.#contractOptions = {
      asked: mode,
      facts: options.facts ?? {},
      status: head?.status,
      drift: options.drift ?? true,
      traits,
    };
  }

  /** Started late: the first bytes may have to say how they are framed. */
  get #contract(): ContractReader {
    this.#started ??= new ContractReader(this.#contractOfDialect, {
      ...this.#contractOptions,
      framing: this.#decoder.framing,
    });
    return this.#started;
  }

  /** Takes the next chunk; returns the domain events that it completed. */
  feed(chunk: Chunk): readonly DomainEvent[] {
    const frames = this.#decoder.feed(chunk);
    for (const frame of frames) {
      this.#take(frame);
    }
    return frames.length === 0 ? [] : this.#news();
  }

  /** Ends the stream; `news` are the domain events that only the end brought. */
  end(
    ending: Ending,
  ): Pick<Reading, 'frames' | 'events' | 'issues' | 'outcome'> & { readonly news: readonly DomainEvent[] } {
    const ended = this.#decoder.end();
    const end = this.#tailDispatched && ending === 'clean' ? withTailDispatched(ended) : ended;
    for (const frame of end.frames) {
      // An unterminated SSE block is not dispatched; a body is one frame and always is.
      if (frame.terminated) {
        this.#take(frame, true);
      } else {
        this.#frames.push(frame);
      }
    }
    for (const issue of end.issues) {
      this.#contract.reportWire(issue.kind, {
        frame: issue.frame ?? this.#lastFrame,
        position: issue.position,
      });
    }
    const wrongHead = end.counters.bytes === 0 ? undefined : headIssue(this.#head, this.#decoder.framing);
    if (wrongHead !== undefined) {
      this.#contract.reportHead(wrongHead);
    }
    if (ending === 'clean' && !end.limitExceeded) {
      this.#contract.endCleanly();
    }
    this.#reportForeignError();
    if (this.#contract.terminal === undefined) {
      this.#contract.reportNoTerminal({ frame: this.#lastFrame, position: end.counters.bytes });
    }
    const news = this.#news();
    const folded = foldEvents(this.#contract.events);
    const outcome = this.#outcome(folded, end, ending);
    return { frames: this.#frames, events: this.#contract.events, issues: this.#contract.issues, outcome, news };
  }

  #take(frame: Frame, atEnd = false): void {
    this.#frames.push(frame);
    this.#contract.step(frame, atEnd);
  }

  #news(): readonly DomainEvent[] {
    const { events } = this.#contract;
    const news = events.slice(this.#taken);
    this.#taken = events.length;
    return news;
  }

  get #lastFrame(): number {
    return Math.max(0, this.#frames.length - 1);
  }

  /**
   * A refused response without an error of this dialect: a proxy's HTML page, nothing at all, or even a whole answer.
   */
  #reportForeignError(): void {
    const status = this.#head?.status;
    if (status !== undefined && this.#contract.refused && !this.#contract.failed) {
      this.#contract.failWith(status, { frame: this.#lastFrame, position: 0 });
    }
  }

  #outcome(folded: Folded, end: DecoderEnd, ending: Ending): Outcome {
    const terminal = this.#contract.terminal;
    const choices = [...folded.choices.values()];
    const witnesses: Witnesses = {
      endMarker: terminal !== undefined && terminal !== 'pending',
      finishReason: choices.length > 0 && choices.every((choice) => choice.finish !== undefined),
    };
    const failed = terminal === 'failed' || terminal === 'cancelled';
    const { issues } = this.#contract;
    const integrity = integrityOf({
      ending,
      limitExceeded: end.limitExceeded,
      error: folded.error,
      failed,
      witnesses,
      residualBytes: end.counters.residualBytes,
      issues,
    });
    const { lastSequence } = this.#contract;
    return {
      phase: phaseOf(terminal, folded, ending, end.counters.bytes),
      integrity,
      witnesses,
      ...(folded.id === undefined ? {} : { id: folded.id }),
      ...(folded.model === undefined ? {} : { model: folded.model }),
      choices: choicesOf(folded, integrity, this.#declared),
      usage: toUsage(folded.usage),
      ...(folded.error === undefined ? {} : { error: folded.error }),
      counters: {
        wire: { bytes: end.counters.bytes, chunks: end.counters.chunks, errors: ending === 'clean' ? 0 : 1 },
        sse: {
          events: end.counters.events,
          comments: end.counters.comments,
          residualBytes: end.counters.residualBytes,
          errors: end.counters.errors,
          ...(end.counters.lastId === undefined ? {} : { lastId: end.counters.lastId }),
        },
        domain: {
          events: this.#contract.events.length,
          errors: issues.filter((issue) => issue.level === 'BRK' || issue.level === 'SPEC').length,
          closeReason: closeReasonOf(terminal, folded, end, ending),
          ...(lastSequence === undefined ? {} : { lastSequence }),
        },
      },
    };
  }
}

/** The traits of the sender, and that of an answer which a request resumed. */
function readTraits(dialect: DialectId, { traits = [], facts }: ReadOptions): readonly string[] {
  const resumed = facts?.startingAfter === undefined ? undefined : loadContract(dialect).contract.sequence?.resumed;
  return resumed === undefined || traits.includes(resumed) ? traits : [...traits, resumed];
}
