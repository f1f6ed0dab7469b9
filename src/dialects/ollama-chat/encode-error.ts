import type { JsonObject } from '../../core/json.ts';
import type { ReportedError } from '../../core/reported-error.ts';
import { stateError } from '../error-table.ts';

/** Status and body of an error response. The same body is the last line of a stream that failed. */
export function encodeError(error: ReportedError): { readonly status: number; readonly body: JsonObject } {
  const { status, message } = stateError('ollama-chat', error);
  return { status, body: { error: message } };
}
