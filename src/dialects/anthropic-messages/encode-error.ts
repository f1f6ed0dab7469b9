import type { Dialect } from '../dialect.ts';
import { stateError } from '../error-table.ts';

/** Status and body of an error response. The same body is the payload of an `error` event in a stream. */
export const encodeError: Dialect['encodeError'] = (error) => {
  const { status, type, message } = stateError('anthropic-messages', error);
  return { status, body: { type: 'error', error: { type, message } } };
};
