import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isObject, type JsonValue, parseJson } from '../../../../src/core/json.ts';
import { packageRoot } from '../../../../src/core/package-root.ts';
import type { ErrorClass, ReportedError } from '../../../../src/core/reported-error.ts';
import type { UsageNumbers } from '../../../../src/core/usage.ts';
import { dialect } from '../../../../src/dialects/gemini-generate/index.ts';
import { statusOfWord } from '../../../../src/dialects/gemini-generate/status-words.ts';
import { geminiUsage } from '../../../../src/dialects/gemini-generate/usage.ts';

const contract = parseJson(readFileSync(join(packageRoot, 'contracts', dialect.id, 'contract.json'), 'utf8'));

function member(value: JsonValue | undefined, ...keys: readonly string[]): JsonValue | undefined {
  const [key, ...rest] = keys;
  return key === undefined ? value : member(isObject(value) ? value[key] : undefined, ...rest);
}

const inContract = (...keys: readonly string[]): JsonValue | undefined =>
  contract.ok ? member(contract.value, ...keys) : undefined;

describe('usage for Gemini', () => {
  it.each<[string, UsageNumbers, object | undefined]>([
    [
      'counts thoughts beside the visible output and within the total',
      { input: 100, output: 20, cacheRead: 60, cacheWrite: 10, reasoning: 5 },
      {
        promptTokenCount: 100,
        candidatesTokenCount: 15,
        totalTokenCount: 120,
        cachedContentTokenCount: 60,
        thoughtsTokenCount: 5,
      },
    ],
    [
      'keeps a 0 that was reported',
      { input: 0, output: 0 },
      { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 },
    ],
    [
      'keeps a total that was reported',
      { input: 3, output: 2, total: 9 },
      { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 9 },
    ],
    [
      'says no total without an output: beside it that would read as 0',
      { input: 3, total: 9 },
      { promptTokenCount: 3 },
    ],
    ['says no input that nobody reported', { output: 2, total: 9 }, { candidatesTokenCount: 2, totalTokenCount: 9 }],
    [
      'does not split an output that reasoning does not fit into',
      { input: 1, output: 2, reasoning: 7 },
      { promptTokenCount: 1, candidatesTokenCount: 2, totalTokenCount: 3 },
    ],
    ['does not exist when nothing is known', {}, undefined],
    ['does not exist when all that is known has no counter', { cacheWrite: 4 }, undefined],
  ])('%s', (_, numbers, expected) => {
    expect(geminiUsage(numbers)).toEqual(expected);
  });
});

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

  it('never turns a 4xx into a 5xx or the reverse, because clients decide by it whether to retry', () => {
    expect(encode({ class: 'timeout', status: 408 }).status).toBe(408);
    expect(encode({ class: 'rate_limit', status: 503 }).status).toBe(503);
  });

  it('keeps the status of an error that it does not know, and is never a success', () => {
    expect(encode({ class: 'unknown', status: 507 }).status).toBe(507);
    expect(encode({ class: 'unknown', status: 418 }).status).toBe(418);
    expect(encode({ class: 'overloaded', status: 200 }).status).toBe(503);
  });

  it('always has a message', () => {
    const { body } = dialect.encodeError({ origin: 'transport', class: 'bad_gateway' });
    expect(body).toHaveProperty('error.message', expect.stringMatching(/./));
  });

  it.each(Object.keys(statusOfWord))('with the word %s is known to the contract', (word) => {
    expect(inContract('errors', 'byType', word)).toBeTypeOf('string');
    expect(inContract('errors', 'byStatus', String(statusOfWord[word]))).toBeTypeOf('string');
  });
});
