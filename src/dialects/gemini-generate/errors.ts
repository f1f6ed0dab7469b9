import type { ErrorTable } from '../error-table.ts';

/**
 * Status words of google.rpc and their HTTP statuses (grammars: translation table of errors, Gemini column; google/rpc/
 * code.proto). Several meanings share a word: there is no other for a bill that is not paid or a prompt that is too long.
 * `code` is the reason that tells such errors apart (google/api/error_reason.proto).
 */
export const geminiErrors: ErrorTable = {
  bad_request: { status: 400, types: ['INVALID_ARGUMENT', 'FAILED_PRECONDITION', 'OUT_OF_RANGE'], code: null },
  context_too_long: { status: 400, types: ['INVALID_ARGUMENT'], code: null },
  // Google states an invalid key as an invalid argument with the reason API_KEY_INVALID.
  authentication: { status: 401, types: ['UNAUTHENTICATED', 'INVALID_ARGUMENT'], code: null },
  billing: {
    status: 429,
    types: ['RESOURCE_EXHAUSTED', 'FAILED_PRECONDITION', 'PERMISSION_DENIED'],
    code: 'BILLING_DISABLED',
  },
  permission: { status: 403, types: ['PERMISSION_DENIED'], code: null },
  not_found: { status: 404, types: ['NOT_FOUND'], code: null },
  conflict: { status: 409, types: ['ABORTED', 'ALREADY_EXISTS'], code: null },
  too_large: { status: 400, types: ['INVALID_ARGUMENT'], code: null },
  unprocessable: { status: 400, types: ['INVALID_ARGUMENT'], code: null },
  rate_limit: { status: 429, types: ['RESOURCE_EXHAUSTED'], code: null },
  server: { status: 500, types: ['INTERNAL', 'UNKNOWN', 'DATA_LOSS', 'UNIMPLEMENTED'], code: null },
  bad_gateway: { status: 503, types: ['UNAVAILABLE'], code: null },
  overloaded: { status: 503, types: ['UNAVAILABLE'], code: null },
  timeout: { status: 504, types: ['DEADLINE_EXCEEDED', 'CANCELLED'], code: null },
  unknown: { status: 500, types: ['UNKNOWN', 'INTERNAL'], code: null },
};

/** The HTTP status that belongs to a status word (google/rpc/code.proto). */
export const statusOfWord: Readonly<Record<string, number>> = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ABORTED: 409,
  ALREADY_EXISTS: 409,
  RESOURCE_EXHAUSTED: 429,
  CANCELLED: 499,
  UNKNOWN: 500,
  INTERNAL: 500,
  DATA_LOSS: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
};
