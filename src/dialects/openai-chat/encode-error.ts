import type { Dialect } from '../dialect.ts';
import { stateError } from '../error-table.ts';

/** Status and body of an error response. The same body is the payload of an error frame in a stream. */
export const encodeError: Dialect['encodeError'] = (error) => {
  const { status, type, code, message } = stateError('openai-chat', error);
  return { status, body: { error: { message, type, param: null, code } } };
};
