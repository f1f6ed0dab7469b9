import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isObject, type JsonValue, parseJson } from '../../../../src/core/json.ts';
import { packageRoot } from '../../../../src/core/package-root.ts';
import type { ErrorClass, ReportedError } from '../../../../src/core/reported-error.ts';
import { dialect } from '../../../../src/dialects/gemini-generate/index.ts';
import { statusOfWord } from '../../../../src/dialects/gemini-generate/status-words.ts';

const contract = parseJson(readFileSync(join(packageRoot, 'contracts', dialect.id, 'contract.json'), 'utf8'));

function member(value: JsonValue | undefined, ...keys: readonly string[]): JsonValue | undefined {
  const [key, ...rest] = keys;
  return key === undefined ? value : member(isObject(value) ? value[key] : undefined, ...rest);
}

const inContract = (...keys: readonly string[]): JsonValue | undefined =>
  contract.ok ? member(contract.value, ...keys) : undefined;

describe('an error of Gemini', () => {
  const encode = (error: Partial<ReportedError>) =>
    dialect.encodeError({ origin: 'provider', class: 'server', message: 'M', ...error });

  it.each<[ErrorClass, number, string]>([
    ['bad_request', 400, 'INVALID_ARGUMENT'],
    ['context_too_long', 400, 'INVALID_ARGUMENT'],
    ['authentication', 401, 'UNAUTHENTICATED'],
    ['permission', 403, 'PERMISSION_DENIED'],
    ['not_found', 404, 'NOT_FOUND'],
    ['conflict', 409, 'ABORTED'],
    ['too_large', 400, 'INVALID_ARGUMENT'],
    ['unprocessable', 400, 'INVALID_ARGUMENT'],
    ['rate_limit', 429, 'RESOURCE_EXHAUSTED'],
    ['server', 500, 'INTERNAL'],
    ['bad_gateway', 503, 'UNAVAILABLE'],
    ['overloaded', 503, 'UNAVAILABLE'],
    ['timeout', 504, 'DEADLINE_EXCEEDED'],
    ['unknown', 500, 'UNKNOWN'],
  ])('of class %s has status %i and the word %s', (errorClass, code, status) => {
    expect(encode({ class: errorClass })).toEqual({ status: code, body: { error: { code, message: 'M', status } } });
  });

  it.each<[ErrorClass, string, number, number]>([
    ['authentication', 'INVALID_ARGUMENT', 400, 400],
    ['bad_request', 'FAILED_PRECONDITION', 400, 400],
    ['conflict', 'ALREADY_EXISTS', 409, 409],
    ['server', 'UNIMPLEMENTED', 501, 501],
    ['timeout', 'CANCELLED', 499, 499],
  ])('of class %s keeps the word %s and its status', (errorClass, type, status, code) => {
    expect(encode({ class: errorClass, type, status })).toMatchObject({
      status: code,
      body: { error: { code, status: type } },
    });
  });

  it('says by its reason what its word cannot say', () => {
    const info = (reason: string) => ({
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason,
      domain: 'googleapis.com',
    });
    expect(encode({ class: 'billing' }).body).toEqual({
      error: { code: 429, message: 'M', status: 'RESOURCE_EXHAUSTED', details: [info('BILLING_DISABLED')] },
    });
    expect(encode({ class: 'authentication', type: 'INVALID_ARGUMENT', code: 'API_KEY_INVALID' }).body).toMatchObject({
      error: { code: 400, details: [info('API_KEY_INVALID')] },
    });
    expect(encode({ class: 'not_found', type: 'NOT_FOUND', code: '404' }).body).toEqual({
      error: { code: 404, message: 'M', status: 'NOT_FOUND' },
    });
    expect(encode({ class: 'server', type: 'api_error', code: 'X' }).body).toEqual({
      error: { code: 500, message: 'M', status: 'INTERNAL' },
    });
  });

  it.each(Object.keys(statusOfWord))('with the word %s is known to the contract', (word) => {
    expect(inContract('errors', 'byType', word)).toBeTypeOf('string');
    expect(inContract('errors', 'byStatus', String(statusOfWord[word]))).toBeTypeOf('string');
  });
});
