import type { JsonObject } from '../../core/json.ts';
import type { ReportedError } from '../../core/reported-error.ts';
import type { Dialect } from '../dialect.ts';
import { stateError } from '../error-table.ts';

/** Status and body of an error response. */
export const encodeError: Dialect['encodeError'] = (error) => {
  const { status, type, code, message } = stateError('openai-responses', error);
  return { status, body: { error: { message, type, param: null, code } } };
};

/**
 * What a stream says of an error. It says it twice: nested in the `error` event, as OpenAI sends it (its reference
 * shows it flat), and shorter in the failed response that follows, where the code must not be null.
 */
export function streamError(error: ReportedError): { readonly nested: JsonObject; readonly failure: JsonObject } {
  const { type, code, message } = stateError('openai-responses', error);
  return { nested: { type, code, message, param: null }, failure: { code: code ?? type, message } };
}
