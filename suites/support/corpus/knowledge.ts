import { isObject, type JsonValue } from '../../../src/core/json.ts';
import type { Integrity } from '../../../src/core/outcome.ts';
import { type CorpusRow, corpusText } from './corpus.ts';

/** What is known of the recorded traffic in one dialect. */
export interface CorpusKnowledge {
  /** Whether a body is in this dialect, which the corpus may call by another name. */
  readonly speaks: (row: CorpusRow) => boolean;
  /** Who speaks the dialect as its own. A provider that speaks another's is a compatible server. */
  readonly ownServers: readonly string[];
  /** How much there is at least; the corpus may grow. */
  readonly fewest: {
    readonly streams: number;
    readonly bodies: number;
    /** Answers with a finish reason. */
    readonly finishes: number;
    readonly errors: number;
    /** Prefixes of streams that are tried. */
    readonly prefixes: number;
    /** The same of those who speak the dialect as their own. */
    readonly own: {
      readonly streams: number;
      readonly bodies: number;
      readonly events: number;
      readonly errors: number;
    };
  };
  /** Traits of servers. A server that is not listed needs none. */
  readonly serverTraits: Readonly<Record<string, readonly string[]>>;
  readonly exchangeTraits: readonly ExchangeTrait[];
  /** Traits of servers that the corpus has no answer of. */
  readonly unrecordedTraits: readonly string[];
  readonly exceptions: readonly CorpusException[];
  /** Answers that never come to an end, but break nothing: a fetched background response that still runs. */
  readonly pending: readonly string[];
  /** Streams in which the provider reports an error, as it should. */
  readonly failing: readonly string[];
  readonly schemaExceptions: readonly SchemaException[];
  /** Names an event as the contract does, but apart from it. */
  readonly eventName: (value: JsonValue) => string;
}

/** A trait that not the server has but one exchange, or its recording: what was asked for, when, and how it was saved. */
export interface ExchangeTrait {
  readonly trait: string;
  readonly applies: (row: CorpusRow) => boolean;
}

/** Answers that break a must in spite of the traits of their server, with the reason and all that is found. */
export interface CorpusException {
  readonly reason: string;
  /** Ends of the ids that the manifest has for them; each stands for one answer. */
  readonly ids: readonly string[];
  readonly integrity: Integrity;
  readonly issues: readonly string[];
}

/** What a file of those who speak the dialect as their own may break in its schemas, and why. */
export interface SchemaException {
  readonly reason: string;
  readonly applies: (row: CorpusRow) => boolean;
  /** Without array positions. */
  readonly paths: readonly string[];
  /** How many files need it. */
  readonly files: number;
}

/** The type that an event says itself. */
export const typeOf = (value: JsonValue): string => (isObject(value) ? String(value['type']) : '');

export const hasError = (value: JsonValue): boolean => isObject(value) && (value['error'] ?? null) !== null;

/** Kept as a file whose end was trimmed: what no recorder of bytes does. */
export function lostItsLastBlankLine(row: CorpusRow): boolean {
  return row.stream && row.framing.startsWith('sse') && !/\r?\n\r?\n$/.test(corpusText(row).slice(-4));
}
