import { describe, expect, it } from 'vitest';
import type { ErrorClass } from '../../../../src/core/reported-error.ts';
import { dialect } from '../../../../src/dialects/openai-responses/index.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';
import { breaches } from '../../../support/contract/schema-check.ts';
import { streamBytes, streamHeaders } from '../../../support/streams/stream-bytes.ts';
import { encodeAll, started } from '../support/encoding.ts';
import { providerError } from '../support/provider-error.ts';

const table: readonly (readonly [ErrorClass, number, string, string | null])[] = [
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
];

/** Meanings that a client can tell apart by type and code alone; the others share a word with these. */
const toldApart = ['bad_request', 'context_too_long', 'authentication', 'billing', 'permission', 'not_found'] as const;

describe('an error for a Responses client', () => {
  it.each(table)('of class %s has status %i, type %s and code %s', (errorClass, status, type, code) => {
    const encoded = dialect.encodeError(providerError({ class: errorClass }));
    expect(encoded).toEqual({ status, body: { error: { message: 'M', type, param: null, code } } });
    expect(breaches('openai-responses', 'error', encoded.body)).toEqual([]);
  });

  it.each(table)('of class %s is one of the same class when it is read again, over HTTP', (errorClass, status) => {
    const { body } = dialect.encodeError(providerError({ class: errorClass }));
    const { outcome } = readCapture('openai-responses', 'body', {
      head: { status, headers: [['content-type', 'application/json']] },
      chunks: [{ atMs: 0, bytes: Buffer.from(JSON.stringify(body)) }],
      ending: 'clean',
      endedAtMs: 0,
    });
    expect(outcome).toMatchObject({ phase: 'failed', integrity: 'provider_error', error: { status, message: 'M' } });
    if (toldApart.some((each) => each === errorClass)) {
      expect(outcome.error?.class).toBe(errorClass);
    }
  });

  it.each(table)('of class %s is a failed stream with the same words', (errorClass, _status, type, code) => {
    const error = providerError({ class: errorClass });
    const frames = encodeAll(dialect, [started, { kind: 'error.reported', error }]);
    const { outcome, issues, events } = readCapture('openai-responses', 'stream', {
      head: { status: 200, headers: streamHeaders(dialect.id) },
      chunks: [{ atMs: 0, bytes: streamBytes(dialect.id, frames) }],
      ending: 'clean',
      endedAtMs: 0,
    });
    expect(issues.filter(({ level }) => level !== 'TOL')).toEqual([]);
    expect(outcome).toMatchObject({ phase: 'failed', integrity: 'provider_error', error: { type, message: 'M' } });
    expect(outcome.error?.code).toBe(code ?? undefined);
    expect(events.filter(({ kind }) => kind === 'error.reported')).toHaveLength(1);
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
