import { describe, expect, it } from 'vitest';
import type { ErrorClass } from '../../../../src/core/reported-error.ts';
import { dialect } from '../../../../src/dialects/openai-chat/index.ts';
import { providerError } from '../support/provider-error.ts';

describe('an error for a Chat client', () => {
  it.each<[ErrorClass, number, string, string | null]>([
    ['bad_request', 400, 'invalid_request_error', null],
    ['context_too_long', 400, 'invalid_request_error', 'context_length_exceeded'],
    ['authentication', 401, 'invalid_request_error', 'invalid_api_key'],
    ['billing', 429, 'insufficient_quota', 'insufficient_quota'],
    ['permission', 403, 'permission_error', null],
    ['not_found', 404, 'invalid_request_error', 'model_not_found'],
    ['conflict', 409, 'conflict_error', null],
    ['too_large', 413, 'invalid_request_error', null],
    ['unprocessable', 422, 'invalid_request_error', null],
    ['rate_limit', 429, 'rate_limit_error', 'rate_limit_exceeded'],
    ['server', 500, 'server_error', null],
    ['bad_gateway', 502, 'server_error', null],
    ['overloaded', 503, 'server_error', null],
    ['timeout', 504, 'server_error', 'timeout'],
    ['unknown', 500, 'server_error', null],
  ])('of class %s has status %i, type %s and code %s', (errorClass, status, type, code) => {
    expect(dialect.encodeError(providerError({ class: errorClass }))).toEqual({
      status,
      body: { error: { message: 'M', type, param: null, code } },
    });
  });

  it('keeps a type of its own that means the same, with its code', () => {
    const error = providerError({ class: 'rate_limit', type: 'tokens', code: 'tpm_exceeded' });
    expect(dialect.encodeError(error).body).toMatchObject({ error: { type: 'tokens', code: 'tpm_exceeded' } });
  });

  it('does not keep the code of another dialect', () => {
    const error = providerError({ class: 'timeout', type: 'timeout_error', code: 'cmek_timeout' });
    expect(dialect.encodeError(error).body).toMatchObject({ error: { type: 'server_error', code: 'timeout' } });
  });
});
