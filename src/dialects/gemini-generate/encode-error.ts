import type { JsonObject } from '../../core/json.ts';
import type { ReportedError } from '../../core/reported-error.ts';
import { stateError } from '../error-table.ts';
import { statusOfWord } from './status-words.ts';

/**
 * Status and body of an error response. The same body is the payload of an error frame in a stream, whose `code` must be
 * a number from 400 to 599: the official SDK takes anything else for an empty chunk.
 */
export function encodeError(error: ReportedError): { readonly status: number; readonly body: JsonObject } {
  const stated = stateError('gemini-generate', error);
  const status = statusFor(stated.type, stated.status, error);
  return {
    status,
    body: { error: { code: status, message: stated.message, status: stated.type, ...detailsFor(stated.code) } },
  };
}

/** The reason, where there is one: `code` of an error of Gemini is either that or the number alone. */
function detailsFor(code: string | null): JsonObject {
  return code === null || !/^[A-Z][A-Z_]+$/.test(code)
    ? {}
    : { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: code, domain: 'googleapis.com' }] };
}

/** The status that Google sends with this word, as long as that does not turn a 4xx into a 5xx or the reverse. */
function statusFor(word: string, stated: number, error: ReportedError): number {
  const own = statusOfWord[word] ?? stated;
  const sameFamily = Math.floor(own / 100) === Math.floor(stated / 100);
  return error.class !== 'unknown' && sameFamily ? own : stated;
}
