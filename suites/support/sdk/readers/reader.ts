import type { DialectId } from '../../../../src/core/dialect-ids.generated.ts';

/** Where an SDK sends its request. */
export interface SdkTarget {
  /** Base URL up to where the dialect's own path begins, without a slash at its end. */
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One call of a tool as an SDK hands it to its user: arguments as text, or parsed by the SDK. */
export interface ReportedCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: { readonly text: string } | { readonly value: unknown };
}

/** What an SDK says to its user of an answer; of its first choice where there are several. */
export interface SdkReport {
  readonly text: string;
  /** Absent where the SDK has no place for it. */
  readonly reasoning?: string;
  readonly refusal: string;
  readonly tools: readonly ReportedCall[];
  /** The dialect's own word; null or undefined where the SDK has none. */
  readonly finish: string | null | undefined;
  readonly id?: string | null | undefined;
  readonly model?: string | null | undefined;
  /** Tokens in all, where the dialect counts them. */
  readonly total?: number | null | undefined;
  /**
   * What else an application takes from the answer, as texts that only the same SDK says in the same way: signatures,
   * citations, sound, pictures, log probabilities, items that the provider ran, other choices.
   */
  readonly attached?: readonly string[];
  /** Tokens, as the dialect counts them; absent where the SDK reports none. */
  readonly usage: Readonly<Partial<Record<ReportedCount, number>>>;
  /** Whether the SDK goes on from this answer in its next request, where it keeps the conversation by itself. */
  readonly kept?: boolean;
}

export type ReportedCount = 'input' | 'output' | 'cacheRead' | 'reasoning';

export type SdkRead = (target: SdkTarget) => Promise<SdkReport>;

/** The official SDK of a dialect's provider, in the ways in which a user reads an answer with it. */
export interface SdkReader {
  readonly dialect: DialectId;
  readonly sdk: string;
  /** The raw iterator over stream events; what it yields is put together here, as simply as can be. */
  readonly iterator: SdkRead;
  /** The helper that puts a stream together by itself, where the SDK has one. */
  readonly helper?: SdkRead;
  /** How a user calls it. */
  readonly helperCall?: string;
  /** The answer without streaming. */
  readonly body: SdkRead;
}

/** Checked by nobody here, but every SDK wants one. */
export const placeholderKey = 'sk-relaycert-placeholder';

export const model = 'some-model';

export const prompt = 'Say what you know.';

/** The counts that were reported. */
export function counts(
  given: Readonly<Record<ReportedCount, number | null | undefined>>,
): Readonly<Partial<Record<ReportedCount, number>>> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'number'));
}

/** A sum, as far as its first number is there. */
export function sum(
  first: number | null | undefined,
  ...more: readonly (number | null | undefined)[]
): number | undefined {
  return typeof first === 'number' ? more.reduce<number>((total, value) => total + (value ?? 0), first) : undefined;
}
