import type { JsonObject } from '../../core/json.ts';
import type { Dialect } from '../dialect.ts';
import { stateError, statusLike } from '../error-table.ts';
import { statusOfWord } from './status-words.ts';

/**
 * Status and body of an error response. The same body is the payload of an error frame in a stream, whose `code` must
 * be a number from 400 to 599: the official SDK takes anything else for an empty chunk.
 */
export const encodeError: Dialect['encodeError'] = (error) => {
  const { type, code, message, status: stated } = stateError('gemini-generate', error);
  const status = statusLike(stated, statusOfWord[type] ?? stated, error);
  return { status, body: { error: { code: status, message, status: type, details: detailsFor(code) } } };
};

/** The reason, if there is one: `code` of a Gemini error is either that or only the number. */
function detailsFor(code: string | null): readonly JsonObject[] | undefined {
  return code === null || !/^[A-Z][A-Z_]+$/.test(code)
    ? undefined
    : [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: code, domain: 'googleapis.com' }];
}
