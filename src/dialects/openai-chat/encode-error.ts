import type { JsonObject } from '../../core/json.ts';
import type { ReportedError } from '../../core/reported-error.ts';
import { stateError } from '../error-table.ts';

/** Status and body of an error response. The same body is the payload of an error frame in a stream. */
export function encodeError(error: ReportedError): { readonly status: number; readonly body: JsonObject } {
  const { status, type, code, message } = stateError('openai-chat', error);
  return { status, body: { error: { message, type, param: null, code } } };
}
