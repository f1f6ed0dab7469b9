import { describe, expect, it } from 'vitest';
import type { ErrorClass } from '../../../../src/core/reported-error.ts';
import { dialect } from '../../../../src/dialects/anthropic-messages/index.ts';
import { providerError } from '../support/provider-error.ts';

describe('an error for a Messages client', () => {
  it.each<[ErrorClass, number, string]>([
    ['bad_request', 400, 'invalid_request_error'],
    ['context_too_long', 400, 'invalid_request_error'],
    ['authentication', 401, 'authentication_error'],
    ['billing', 402, 'billing_error'],
    ['permission', 403, 'permission_error'],
    ['not_found', 404, 'not_found_error'],
    ['conflict', 409, 'conflict_error'],
    ['too_large', 413, 'request_too_large'],
    ['unprocessable', 400, 'invalid_request_error'],
    ['rate_limit', 429, 'rate_limit_error'],
    ['server', 500, 'api_error'],
    ['bad_gateway', 502, 'api_error'],
    ['overloaded', 529, 'overloaded_error'],
    ['timeout', 504, 'timeout_error'],
    ['unknown', 500, 'api_error'],
  ])('of class %s has status %i and type %s', (errorClass, status, type) => {
    expect(dialect.encodeError(providerError({ class: errorClass }))).toEqual({
      status,
      body: { type: 'error', error: { type, message: 'M' } },
    });
  });

  it('keeps a type of its own that means the same', () => {
    const error = providerError({ class: 'conflict', type: 'memory_path_conflict_error' });
    expect(dialect.encodeError(error).body).toMatchObject({ error: { type: 'memory_path_conflict_error' } });
  });

  it('does not keep the type of another dialect', () => {
    const error = providerError({ class: 'authentication', type: 'invalid_request_error', code: 'invalid_api_key' });
    expect(dialect.encodeError(error).body).toMatchObject({ error: { type: 'authentication_error' } });
  });
});
