import type { ErrorTable } from '../error-table.ts';

/**
 * Error types, codes and statuses of the Responses API (grammars: translation table of errors, OpenAI column). Several
 * meanings share `server_error`; a stream, which has no status to tell them apart, says no more than that.
 */
export const responsesErrors: ErrorTable = {
  bad_request: { status: 400, types: ['invalid_request_error'], code: null },
  context_too_long: { status: 400, types: ['invalid_request_error'], code: 'context_length_exceeded' },
  authentication: { status: 401, types: ['invalid_request_error', 'authentication_error'], code: 'invalid_api_key' },
  billing: { status: 429, types: ['insufficient_quota'], code: 'insufficient_quota' },
  permission: { status: 403, types: ['permission_error'], code: null },
  not_found: { status: 404, types: ['invalid_request_error', 'not_found_error'], code: 'model_not_found' },
  conflict: { status: 409, types: ['conflict_error'], code: null },
  too_large: { status: 413, types: ['invalid_request_error'], code: null },
  unprocessable: { status: 422, types: ['invalid_request_error'], code: null },
  rate_limit: { status: 429, types: ['rate_limit_error', 'requests', 'tokens'], code: 'rate_limit_exceeded' },
  server: { status: 500, types: ['server_error', 'api_error'], code: null },
  bad_gateway: { status: 502, types: ['server_error', 'api_error'], code: null },
  overloaded: { status: 503, types: ['server_error'], code: null },
  timeout: { status: 504, types: ['server_error'], code: 'timeout' },
  unknown: { status: 500, types: ['server_error', 'api_error'], code: null },
};
