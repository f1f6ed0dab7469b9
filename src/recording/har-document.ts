import type { Ending } from '../core/exchange.ts';
import type { Mode } from '../core/route.ts';
import type { RequestFacts } from '../core/scenario.ts';
import type { EndedBy, NotShown, Provenance } from './recording.ts';

/**
 * The parts of a recording's file that we read and write: HAR 1.2 (softwareishard.com/blog/har-12-spec) with the
 * custom keys `_recordingName`, `_id` and `_order` as Polly.js persists them, and our `_stream`.
 * `contracts/meta/recording.schema.json` says the same in a form for any language.
 */
export interface HarDocument {
  readonly log: {
    readonly version: '1.2';
    readonly creator: { readonly name: string; readonly version: string };
    readonly _recordingName?: string;
    readonly pages?: readonly unknown[];
    readonly entries: readonly HarEntry[];
  };
}

export interface HarEntry {
  readonly _id?: string;
  readonly _order?: number;
  readonly _stream: StreamExtension;
  /** RFC 3339. */
  readonly startedDateTime: string;
  /** Milliseconds, the sum of the timings that are not -1. */
  readonly time: number;
  readonly request: HarRequest;
  readonly response: HarResponse;
  readonly cache: object;
  readonly timings: object;
}

export interface HarPair {
  readonly name: string;
  readonly value: string;
}

export interface HarRequest {
  readonly method: string;
  readonly url: string;
  readonly httpVersion: string;
  readonly cookies: readonly unknown[];
  readonly headers: readonly HarPair[];
  readonly queryString: readonly HarPair[];
  /** Bytes; -1 where unknown. */
  readonly headersSize: number;
  readonly bodySize: number;
  readonly postData?: { readonly mimeType: string; readonly text?: string };
}

export interface HarResponse {
  readonly status: number;
  readonly statusText: string;
  readonly httpVersion: string;
  readonly cookies: readonly unknown[];
  readonly headers: readonly HarPair[];
  readonly content: HarContent;
  readonly redirectURL: string;
  readonly headersSize: number;
  readonly bodySize: number;
}

export interface HarContent {
  /** Bytes of the body; -1 where unknown. */
  readonly size: number;
  readonly mimeType: string;
  readonly text?: string;
  readonly encoding?: 'base64';
}

/** `_stream`: what HAR cannot say. */
export interface StreamExtension {
  readonly version: 1;
  /** The reader checks that the dialect exists, because the schema must not name dialects. */
  readonly dialect: string;
  readonly mode: Mode;
  readonly contractVersion?: string;
  readonly provenance: Provenance;
  readonly scenario?: string;
  readonly notShown?: NotShown;
  readonly ending: Ending;
  readonly endedBy?: EndedBy;
  /** The body is in the `content-encoding` of its head, as it came off the wire. */
  readonly encoded?: true;
  /** Byte offset of the first byte of each chunk, and milliseconds since the first byte of the head. */
  readonly chunks: readonly (readonly [offset: number, atMs: number])[];
  readonly requestFacts: RequestFacts;
  /** The reader checks that the dialect has these traits. */
  readonly traits?: readonly string[];
  readonly recordedAt?: string;
  readonly relay?: string;
  readonly breaches?: readonly string[];
}

/** Stands for the URL of a request that was not recorded; HAR demands a request on every entry. */
export const unrecordedUrl = 'about:blank';
