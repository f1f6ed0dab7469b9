import type { ErrorTable } from '../error-table.ts';

/** Error types and statuses of the Messages API (grammars: translation table of errors, Anthropic column). */
export const messagesErrors: ErrorTable = {
  bad_request: { status: 400, types: ['invalid_request_error'], code: null },
  context_too_long: { status: 400, types: ['invalid_request_error'], code: null },
  authentication: { status: 401, types: ['authentication_error'], code: null },
  billing: { status: 402, types: ['billing_error'], code: null },
  permission: { status: 403, types: ['permission_error'], code: null },
  not_found: { status: 404, types: ['not_found_error'], code: null },
  conflict: {
    status: 409,
    types: ['conflict_error', 'memory_precondition_failed_error', 'memory_path_conflict_error'],
    code: null,
  },
  too_large: { status: 413, types: ['request_too_large'], code: null },
  unprocessable: { status: 400, types: ['invalid_request_error'], code: null },
  rate_limit: { status: 429, types: ['rate_limit_error'], code: null },
  server: { status: 500, types: ['api_error'], code: null },
  bad_gateway: { status: 502, types: ['api_error'], code: null },
  overloaded: { status: 529, types: ['overloaded_error'], code: null },
  timeout: { status: 504, types: ['timeout_error'], code: null },
  unknown: { status: 500, types: ['api_error'], code: null },
};
