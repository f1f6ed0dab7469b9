import type { ErrorClass, ReportedError } from '../core/reported-error.ts';

/** What one dialect says for one meaning of an error. The first type is the preferred one, the others mean the same. */
interface ErrorForm {
  /** HTTP status, where the head was not sent yet. */
  readonly status: number;
  readonly types: readonly [preferred: string, ...others: string[]];
  /** `code` of dialects that have one; null where none is customary. */
  readonly code: string | null;
}

/** The errors of one dialect, for writing (grammars: translation table of errors). */
export type ErrorTable = Readonly<Record<ErrorClass, ErrorForm>>;

/** An error in the words of one dialect. */
export interface StatedError {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly message: string;
}

/** Finds the words for an error. A type that the dialect itself uses for this meaning is kept, with its code. */
export function stateError(table: ErrorTable, error: ReportedError): StatedError {
  const form = table[error.class];
  const kept = error.type !== undefined && form.types.includes(error.type) ? error.type : undefined;
  return {
    status: statusOf(form, error),
    type: kept ?? form.types[0],
    code: kept === undefined ? form.code : (error.code ?? form.code),
    message: error.message ?? 'The upstream reported an error without a message.',
  };
}

/**
 * The table's status, unless that would turn a 4xx into a 5xx or the reverse: clients decide by it whether to retry.
 * An error without a known meaning keeps its status.
 */
function statusOf(form: ErrorForm, error: ReportedError): number {
  const seen = error.status;
  if (seen === undefined || seen < 400 || seen > 599) {
    return form.status;
  }
  const sameFamily = Math.floor(seen / 100) === Math.floor(form.status / 100);
  return sameFamily && error.class !== 'unknown' ? form.status : seen;
}
