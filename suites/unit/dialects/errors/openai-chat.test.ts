import { describe, expect, it } from 'vitest';
import type { ErrorClass, ReportedError } from '../../../../src/core/reported-error.ts';
import { dialect as messages } from '../../../../src/dialects/anthropic-messages/index.ts';
import { dialect as chat } from '../../../../src/dialects/openai-chat/index.ts';

const provider = (error: Partial<ReportedError>): ReportedError => ({
  origin: 'provider',
  class: 'server',
  message: 'M',
  ...error,
});

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
    expect(messages.encodeError(provider({ class: errorClass }))).toEqual({
      status,
      body: { type: 'error', error: { type, message: 'M' } },
    });
  });

  it('keeps a type of its own that means the same', () => {
    const error = provider({ class: 'conflict', type: 'memory_path_conflict_error' });
    expect(messages.encodeError(error).body).toMatchObject({ error: { type: 'memory_path_conflict_error' } });
  });

  it('does not keep the type of another dialect', () => {
    const error = provider({ class: 'authentication', type: 'invalid_request_error', code: 'invalid_api_key' });
    expect(messages.encodeError(error).body).toMatchObject({ error: { type: 'authentication_error' } });
  });
});

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
    expect(chat.encodeError(provider({ class: errorClass }))).toEqual({
      status,
      body: { error: { message: 'M', type, param: null, code } },
    });
  });

  it('keeps a type of its own that means the same, with its code', () => {
    const error = provider({ class: 'rate_limit', type: 'tokens', code: 'tpm_exceeded' });
    expect(chat.encodeError(error).body).toMatchObject({ error: { type: 'tokens', code: 'tpm_exceeded' } });
  });

  it('does not keep the code of another dialect', () => {
    const error = provider({ class: 'timeout', type: 'timeout_error', code: 'cmek_timeout' });
    expect(chat.encodeError(error).body).toMatchObject({ error: { type: 'server_error', code: 'timeout' } });
  });
});

describe.each([messages, chat])('an error in the words of $id', (dialect) => {
  it('always has a message', () => {
    const { body } = dialect.encodeError({ origin: 'transport', class: 'bad_gateway' });
    expect(body).toHaveProperty('error.message', expect.stringMatching(/./));
  });

  it('never turns a 4xx into a 5xx or the reverse, because clients decide by it whether to retry', () => {
    expect(dialect.encodeError(provider({ class: 'timeout', status: 408 })).status).toBe(408);
    expect(dialect.encodeError(provider({ class: 'rate_limit', status: 503 })).status).toBe(503);
  });

  it('keeps the status of an error that it does not know', () => {
    expect(dialect.encodeError(provider({ class: 'unknown', status: 507 })).status).toBe(507);
    expect(dialect.encodeError(provider({ class: 'unknown', status: 418 })).status).toBe(418);
  });

  it('is never a success, though an error inside a stream came with status 200', () => {
    expect(dialect.encodeError(provider({ class: 'overloaded', status: 200 })).status).toBeGreaterThanOrEqual(500);
  });
});
