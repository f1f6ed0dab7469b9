import { loadContract } from '../contract/load.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import type { ReportedError } from '../core/reported-error.ts';

/** An error in the words of one dialect. */
export interface StatedError {
  /** HTTP status, if the head was not sent yet. */
  readonly status: number;
  readonly type: string;
  /** Null if none is customary. */
  readonly code: string | null;
  readonly message: string;
}

/**
 * Finds the words for an error in the dialect's contract (`errors.write`). It keeps a type that the dialect itself uses
 * for this meaning, with its code.
 */
export function stateError(dialect: DialectId, error: ReportedError): StatedError {
  const row = loadContract(dialect).contract.errors.write[error.class];
  const kept = [row.preferred, ...row.acceptable].find((type) => type === error.type);
  const code = row.code ?? null;
  const { status: seen = 0, message = 'The upstream reported an error without a message.' } = error;
  return {
    status: seen < 400 || seen > 599 ? row.status : statusLike(seen, row.status, error),
    type: kept ?? row.preferred,
    code: kept === undefined ? code : (error.code ?? code),
    message,
  };
}

/**
 * The customary status, unless that would turn a 4xx into a 5xx or the reverse, because clients use the status to
 * decide whether to retry. An error without a known meaning keeps its status.
 */
export function statusLike(seen: number, customary: number, error: ReportedError): number {
  const sameFamily = Math.floor(seen / 100) === Math.floor(customary / 100);
  return sameFamily && error.class !== 'unknown' ? customary : seen;
}
