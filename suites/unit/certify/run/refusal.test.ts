import { expect, test } from 'vitest';
import { longestWait, ownRefusal } from '../../../../src/certify/run/refusal.ts';
import type { Evidence } from '../../../../src/core/evidence.ts';
import type { Header } from '../../../../src/core/exchange.ts';
import { defaultPolicies } from '../../../../src/core/policies.ts';
import { readCapture } from '../../../../src/outcome/read-capture.ts';

function evidence(status: number, text: string, headers: readonly Header[] = []): Evidence {
  const head = { status, headers: [['content-type', 'application/json'], ...headers] as const };
  const chunks = [{ atMs: 0, bytes: new TextEncoder().encode(text) }];
  return {
    caseId: 'c',
    route: { client: 'openai-chat', upstream: 'openai-chat', model: 'm', headers: {} },
    mode: 'body',
    request: { model: 'm', stream: false, includeUsage: true, choices: 1, turns: [], tools: [] },
    client: readCapture('openai-chat', 'body', { head, chunks, ending: 'clean', endedAtMs: 1 }),
    attempts: [],
    policies: defaultPolicies,
  };
}

const error = (type: string): string => JSON.stringify({ error: { message: 'words', type, param: null, code: type } });

test.each([401, 403, 429, 503])('a status %i without an attempt upstream is a refusal', (status) => {
  expect(ownRefusal(evidence(status, error('server_error')))).toEqual({
    reason: `the relay itself refused it with status ${status}, without asking the upstream`,
  });
});

test.each([200, 400, 404, 422, 500, 502])('a status %i is an answer, and is judged', (status) => {
  expect(ownRefusal(evidence(status, error('server_error')))).toBeUndefined();
});

test('an error with status 200 that means "not now" is a refusal', () => {
  expect(ownRefusal(evidence(200, error('rate_limit_exceeded')))?.reason).toContain('an error of class rate_limit');
});

test('nothing is a refusal once the upstream was asked, or where nothing came', () => {
  const refused = evidence(429, error('server_error'));
  const attempt = {
    index: 0,
    dialect: 'openai-chat',
    mode: 'body',
    request: refused.request,
    abortSeen: false,
    reading: refused.client,
  } as const;
  expect(ownRefusal({ ...refused, attempts: [attempt] })).toBeUndefined();
  const { head: _head, ...silent } = refused.client.capture;
  expect(ownRefusal({ ...refused, client: { ...refused.client, capture: silent } })).toBeUndefined();
});

test.each([
  ['7', 7_000],
  [' 0 ', 0],
  ['Tue, 01 Dec 2026 00:00:00 GMT', undefined],
  ['-1', undefined],
])('retry-after: %s is a wait of %s ms', (value, retryAfterMs) => {
  expect(ownRefusal(evidence(429, '{}', [['Retry-After', value]]))?.retryAfterMs).toBe(retryAfterMs);
});

test('the longest wait of several is the one that counts', () => {
  expect(longestWait([{ retryAfterMs: 5 }, {}, { retryAfterMs: 9 }])).toBe(9);
  expect(longestWait([{}])).toBeUndefined();
});
