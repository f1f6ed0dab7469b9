import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { DomainEventBody } from '../core/domain-event.ts';
import type { StreamFraming } from '../core/frame.ts';
import type { JsonObject, JsonValue } from '../core/json.ts';
import type { Outcome } from '../core/outcome.ts';
import type { ReportedError } from '../core/reported-error.ts';
import type { Mode } from '../core/route.ts';
import type { NeutralRequest } from '../core/scenario.ts';
import type { FrameDecoder } from '../wire/frame-decoder.ts';
import type { FramingStyle } from '../wire/frame-writer.ts';
import type { EncodableFrame } from '../wire/sse-encoder.ts';
import type { DialectPlaces } from './places.ts';
import type { ToolFragment } from './tool-fragment.ts';

export interface EncoderOptions {
  /** Id of the response, for an answer that brings none. */
  readonly id: string;
  /** Model name, for an answer that brings none. */
  readonly model: string;
  /** Seconds since 1970, where the dialect has a slot for it. */
  readonly created: number;
  /** The client asked for usage (Chat). Other dialects ignore it. */
  readonly includeUsage: boolean;
  /**
   * A text delta waits for the log probabilities that follow it, because providers write both into one event. Only for
   * whole answers, because the client of a relay would have to wait, too.
   */
  readonly logprobsShareEvents?: boolean;
}

/** Turns domain events into frames. It holds back what the dialect's order demands, until `response.completed`. */
export interface StreamEncoder {
  readonly push: (event: DomainEventBody) => readonly EncodableFrame[];
}

/** What a request path says. */
export interface PathMatch {
  readonly model?: string;
  readonly mode?: Mode;
  /** The framing of the stream; absent: the dialect's first framing. */
  readonly framing?: StreamFraming;
}

export interface DialectRequest {
  /** Path below the base URL, with the query where the dialect needs one. */
  readonly path: (model: string, mode: Mode) => string;
  /** Whether a request path, with its query, belongs to this dialect, and what the path says. */
  readonly match: (path: string) => PathMatch | undefined;
  readonly headers: (apiKey: string) => Readonly<Record<string, string>>;
  readonly build: (request: NeutralRequest) => JsonObject;
  /** Reads a request back into neutral words. Never throws. It leaves out what it does not understand. */
  readonly read: (body: JsonObject, path: string) => NeutralRequest;
}

/** One framing of a dialect's streams, as its provider writes it. */
export interface StreamFormat {
  readonly style: FramingStyle;
  /** Response headers, including the content type. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Made-up names: of the provider of a dialect, and of what it sends. */
export interface ProviderNames {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly model: string;
  /** The beginning of its response ids. */
  readonly idPrefix: string;
}

/** Everything that data cannot say about one dialect. */
export interface Dialect {
  readonly id: DialectId;
  readonly title: string;
  /** A decoder for a response with this content type to a request of this mode. */
  readonly decoder: (mode: Mode, contentType: string | undefined) => FrameDecoder;
  /** The framings of its streams. The first is used unless a request asks for another. */
  readonly streams: readonly [StreamFormat, ...StreamFormat[]];
  /** A stream reports usage only if the request asks for it. */
  readonly usageOnRequest: boolean;
  readonly createEncoder: (options: EncoderOptions) => StreamEncoder;
  /** The non-stream body of a completed outcome. */
  readonly encodeBody: (outcome: Outcome, options: EncoderOptions) => JsonObject;
  /** Status and body of an error before a head is sent. */
  readonly encodeError: (error: ReportedError) => { readonly status: number; readonly body: JsonObject };
  readonly request: DialectRequest;
  /** What the events of a stream say about the client's tool calls, in order. Absent if calls come whole. */
  readonly toolFragments?: (payloads: readonly JsonValue[]) => readonly ToolFragment[];
  /** Where its events hold what mutations change. */
  readonly places: DialectPlaces;
  /**
   * Data of the events of a stream after a change, with everything that they repeat or number put right. Absent if
   * events say everything once.
   */
  readonly settle?: (data: readonly string[]) => readonly string[];
  /** Where synthesised recordings say they come from. */
  readonly provider: ProviderNames;
}
