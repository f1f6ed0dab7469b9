import type { WireScript } from '../../src/core/exchange.ts';
import type { CorpusKnowledge } from './corpus/knowledge.ts';

export type SampleName = 'short-text' | 'one-tool' | 'parallel-tools' | 'unicode';

/** What tests know of a dialect beside its contract: small answers, and what is to be found in recorded traffic. */
export interface DialectSamples {
  /** Small, whole streams. */
  readonly streams: Readonly<Record<SampleName, WireScript>>;
  /** A text and two tool calls as a body that is not streamed. */
  readonly body: WireScript;
  /** Body of an error response with status 503: the provider is overloaded and says `Busy`. */
  readonly errorBody: string;
  /** The type of an error of the server; `error` where errors have no type. */
  readonly serverError: string;
  /** Whether this is the data of an event that ends a stream. */
  readonly isTerminal: (data: string) => boolean;
  /** `repeatable`: it may come again, and only its last occurrence ends the stream. Once where absent. */
  readonly terminal?: 'repeatable';
  /** Absent where the corpus has nothing in this dialect. */
  readonly corpus?: CorpusKnowledge;
}
