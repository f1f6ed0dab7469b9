import { loadContract } from '../contract/load.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { DomainEvent } from '../core/domain-event.ts';
import type { Capture, Chunk, Ending, Head, Header, WireScript } from '../core/exchange.ts';
import type { StreamFraming } from '../core/frame.ts';
import type { Choice, Outcome } from '../core/outcome.ts';
import type { ReportedError } from '../core/reported-error.ts';
import type { Mode } from '../core/route.ts';
import type { EncoderOptions, StreamEncoder, StreamFormat } from '../dialects/dialect.ts';
import { dialects } from '../dialects/registry.generated.ts';
import { streamFormat } from '../dialects/stream-format.ts';
import { unfinishedUpstream } from '../dialects/unfinished-upstream.ts';
import { ResponseReader } from '../outcome/read-capture.ts';
import { createFrameWriter, type FrameWriter } from '../wire/frame-writer.ts';

export interface TranslationOptions {
  readonly client: DialectId;
  readonly upstream: DialectId;
  readonly mode: Mode;
  /** The framing that the client asked for; the usual one of its dialect where absent. */
  readonly framing?: StreamFraming;
  readonly encoder: EncoderOptions;
  /** Traits of the server behind the relay; none where absent. */
  readonly upstreamTraits?: readonly string[];
}

/** What the relay sends on next: a head at most once, then bytes. */
export interface Step {
  readonly head?: Head;
  readonly bytes: readonly Uint8Array[];
}

/**
 * The faithful relay's core: upstream bytes in, client bytes out, as they come. It says success only when the upstream
 * proved it. Everything else becomes an error of the client's dialect, with its HTTP status if no head was sent.
 */
export class Translation {
  readonly #options: TranslationOptions;
  readonly #reader: ResponseReader;
  readonly #encoder: StreamEncoder;
  readonly #format: StreamFormat;
  readonly #writer: FrameWriter;
  readonly #status: number;
  #headSent = false;
  #ended = false;

  constructor(upstreamHead: Head | undefined, options: TranslationOptions) {
    this.#options = options;
    this.#status = upstreamHead?.status ?? 0;
    const { upstream, mode, upstreamTraits: traits = [] } = options;
    this.#reader = new ResponseReader(upstream, mode, upstreamHead, { drift: false, traits });
    this.#encoder = dialects[options.client].createEncoder(options.encoder);
    this.#format = streamFormat(dialects[options.client], options.framing);
    this.#writer = createFrameWriter(this.#format.style);
  }

  feed(chunk: Chunk): Step {
    const events = this.#reader.feed(chunk);
    return this.#streams ? this.#encode(events) : { bytes: [] };
  }

  /** Says what is left to say after the upstream has ended. */
  end(ending: Ending): Step {
    const { news, outcome } = this.#reader.end(ending);
    if (!this.#streams) {
      return this.#body(outcome, ending);
    }
    const last = this.#encode(news);
    const failure = this.#ended ? undefined : this.#fail(brokenUpstream(ending));
    const bytes = [...last.bytes, ...(failure?.bytes ?? []), this.#writer.end()];
    return { ...last, ...failure, bytes: bytes.filter(({ length }) => length > 0) };
  }

  /** An answer in one piece, because the client asked for one or the upstream refused before it began to stream. */
  get #streams(): boolean {
    return this.#options.mode === 'stream' && this.#status < 400;
  }

  #encode(events: readonly DomainEvent[]): Step {
    const frames: Uint8Array[] = [];
    for (const event of events) {
      if (this.#ended) {
        break;
      }
      if (event.kind === 'error.reported') {
        const failure = this.#fail(event.error, frames.length > 0);
        return { ...failure, bytes: [...frames, ...failure.bytes] };
      }
      if (event.kind === 'response.completed' || event.kind === 'response.incomplete') {
        this.#ended = true;
      }
      for (const frame of this.#encoder.push(event)) {
        frames.push(this.#writer.write(frame));
      }
    }
    return frames.length === 0 ? { bytes: [] } : { ...this.#startStream(), bytes: frames };
  }

  #startStream(): { readonly head?: Head } {
    if (this.#headSent) {
      return {};
    }
    this.#headSent = true;
    const headers: readonly Header[] = Object.entries(this.#format.headers);
    return { head: { status: 200, headers } };
  }

  #fail(error: ReportedError, pending = false): Step {
    this.#ended = true;
    if (!this.#headSent && !pending) {
      this.#headSent = true;
      return errorAnswer(this.#options.client, error);
    }
    const frames = this.#encoder.push({ kind: 'error.reported', error });
    return { ...this.#startStream(), bytes: frames.map(this.#writer.write) };
  }

  #body(outcome: Outcome, ending: Ending): Step {
    if (this.#headSent) {
      return { bytes: [] };
    }
    this.#headSent = true;
    const whole = ending === 'clean' && outcome.phase === 'completed' && outcome.witnesses.finishReason;
    if (!whole) {
      return errorAnswer(this.#options.client, outcome.error ?? brokenUpstream(ending));
    }
    const unsayable = unsayableFinish(this.#options.client, outcome);
    if (unsayable !== undefined) {
      return errorAnswer(this.#options.client, unfinishedUpstream(unsayable));
    }
    const body = dialects[this.#options.client].encodeBody(outcome, this.#options.encoder);
    return jsonAnswer(200, JSON.stringify(body));
  }
}

/** A finish for which the client's dialect has no word. An answer with any other finish would hide it. */
function unsayableFinish(client: DialectId, { choices }: Outcome): Choice['finish'] {
  const { write } = loadContract(client).contract.finish;
  return choices
    .map(({ finish }) => finish)
    .find((finish) => finish !== undefined && write[finish.kind].preferred === null);
}

function brokenUpstream(ending: Ending): ReportedError {
  return {
    origin: 'transport',
    class: 'bad_gateway',
    message: `The upstream ended before its answer was complete (${ending}).`,
  };
}

function errorAnswer(client: DialectId, error: ReportedError): Step {
  const { status, body } = dialects[client].encodeError(error);
  return jsonAnswer(status, JSON.stringify(body));
}

function jsonAnswer(status: number, text: string): Step {
  const bytes = new TextEncoder().encode(text);
  const headers: readonly Header[] = [
    ['content-type', 'application/json'],
    ['content-length', String(bytes.length)],
  ];
  return { head: { status, headers }, bytes: [bytes] };
}

/** What a faithful relay sends for this upstream response. Translates all of it at once, without sockets. */
export function translateCapture(capture: Capture, options: TranslationOptions): WireScript {
  const translation = new Translation(capture.head, options);
  return scriptOf([...capture.chunks.map((chunk) => translation.feed(chunk)), translation.end(capture.ending)]);
}

/** All steps of one answer as a script. */
export function scriptOf(steps: readonly Step[]): WireScript {
  const head = steps.find((step) => step.head !== undefined)?.head ?? { status: 502, headers: [] };
  const writes = steps.flatMap((step) => step.bytes.map((bytes): Chunk => ({ atMs: 0, bytes })));
  return { head, writes, ending: 'clean' };
}
