import { describe, expect, it } from 'vitest';
import { ErrorReader } from '../../../../src/contract/grammar/error-reading.ts';
import { loadContract } from '../../../../src/contract/load.ts';
import type { DialectId } from '../../../../src/core/dialect-ids.generated.ts';
import type { JsonValue } from '../../../../src/core/json.ts';
import type { ErrorClass, ReportedError } from '../../../../src/core/reported-error.ts';

function read(dialect: DialectId, value: JsonValue, status?: number): ReportedError {
  return new ErrorReader(loadContract(dialect).contract.errors).read(value, status);
}

describe('the class of an error', () => {
  it.each<[DialectId, JsonValue, number | undefined, ErrorClass]>([
    // The code is the most exact, then a type with one meaning, then the status.
    ['openai-chat', { type: 'invalid_request_error', code: 'context_length_exceeded' }, 400, 'context_too_long'],
    ['openai-chat', { type: 'invalid_request_error', code: 'model_not_found' }, 404, 'not_found'],
    ['openai-chat', { type: 'requests', code: 'rate_limit_exceeded' }, 429, 'rate_limit'],
    ['openai-chat', { type: 'insufficient_quota', code: 'insufficient_quota' }, 429, 'billing'],
    ['openai-chat', { type: 'insufficient_quota' }, 429, 'billing'],
    ['openai-chat', { type: 'news', code: 'news' }, 429, 'rate_limit'],
    ['openai-chat', { code: 502 }, 200, 'bad_gateway'],
    ['anthropic-messages', { type: 'overloaded_error' }, 529, 'overloaded'],
    ['anthropic-messages', { type: 'overloaded_error' }, 200, 'overloaded'],
    ['anthropic-messages', { type: 'overloaded_error' }, 500, 'overloaded'],
    ['anthropic-messages', { type: 'rate_limit_error' }, undefined, 'rate_limit'],
    // A type that many meanings share gives way to a status of its family.
    ['openai-chat', { type: 'server_error' }, 503, 'overloaded'],
    ['openai-chat', { type: 'server_error' }, 502, 'bad_gateway'],
    ['openai-chat', { type: 'server_error' }, 500, 'server'],
    ['openai-chat', { type: 'server_error' }, 200, 'server'],
    ['openai-chat', { type: 'server_error' }, undefined, 'server'],
    ['openai-chat', { type: 'server_error' }, 429, 'server'],
    ['openai-chat', { type: 'invalid_request_error' }, 401, 'authentication'],
    ['openai-chat', { type: 'invalid_request_error' }, 413, 'too_large'],
    ['openai-chat', { type: 'invalid_request_error' }, 418, 'bad_request'],
    ['openai-chat', { type: 'invalid_request_error' }, 500, 'bad_request'],
    ['anthropic-messages', { type: 'api_error' }, 502, 'bad_gateway'],
    ['anthropic-messages', { type: 'api_error' }, 200, 'server'],
    // Nothing that a table knows.
    ['openai-chat', {}, 503, 'overloaded'],
    ['openai-chat', { type: 'news' }, 200, 'unknown'],
    ['openai-chat', {}, undefined, 'unknown'],
    ['anthropic-messages', { type: 'constructor' }, undefined, 'unknown'],
    ['openai-chat', { type: 'api_error' }, 401, 'authentication'],
    ['openai-chat', { type: 'server_error' }, 403, 'permission'],
    ['anthropic-messages', { type: '__proto__' }, 299, 'unknown'],
  ])('%s %j with status %s is %s', (dialect, value, status, expected) => {
    expect(read(dialect, value, status).class).toBe(expected);
  });
});

describe('an error object', () => {
  it('keeps the words of the provider, and the status that carried it', () => {
    expect(read('openai-chat', { type: 'server_error', code: 'x', message: 'm', param: null }, 500)).toEqual({
      origin: 'provider',
      class: 'server',
      type: 'server_error',
      code: 'x',
      message: 'm',
      status: 500,
    });
  });

  it('may be text, which is its message, and numbers are words', () => {
    expect(read('openai-chat', 'It broke')).toEqual({ origin: 'provider', class: 'unknown', message: 'It broke' });
    expect(read('openai-chat', { code: 429 })).toMatchObject({ class: 'rate_limit', code: '429' });
  });

  it.each([null, 7, true, [], {}, { type: {}, code: [], message: null }])('never throws: %j', (value) => {
    expect(read('anthropic-messages', value).class).toBe('unknown');
  });
});
