import { describe, expect, test } from 'vitest';
import { isCredentialHeader, isCredentialParameter, isIdentifyingHeader } from '../../../src/core/credential-names.ts';

describe('the names of headers', () => {
  test.each([
    'Authorization',
    'proxy-authorization',
    'x-api-key',
    'api-key',
    'X-Goog-Api-Key',
    'cookie',
    'Set-Cookie',
    'helicone-auth',
    'x-portkey-api-key',
    'cf-aig-authorization',
    'x-amz-security-token',
    'ocp-apim-subscription-key',
  ])('%s holds a credential', (name) => {
    expect(isCredentialHeader(name)).toBe(true);
  });

  test.each([
    'openai-organization',
    'OpenAI-Project',
    'anthropic-organization-id',
    'request-id',
    'x-request-id',
    'cf-ray',
    'x-account-name',
    'x-goog-user-project',
    'x-forwarded-for',
    'x-client-ip',
    'traceparent',
    'x-cloud-trace-context',
    'x-amzn-requestid',
    'x-ms-client-request-id',
    'x-user-email',
  ])('%s tells who asked', (name) => {
    expect(isIdentifyingHeader(name)).toBe(true);
  });

  test.each([
    'content-type',
    'content-encoding',
    'date',
    'server',
    'retry-after',
    'x-ratelimit-remaining-tokens',
    'anthropic-ratelimit-tokens-remaining',
    'openai-version',
    'openai-processing-ms',
    'anthropic-version',
    'strict-transport-security',
    'www-authenticate',
    'vary',
  ])('%s is neither', (name) => {
    expect([isCredentialHeader(name), isIdentifyingHeader(name)]).toEqual([false, false]);
  });
});

test.each(['key', 'api_key', 'access_token', 'sig', 'X-Amz-Signature'])(
  'the parameter %s holds a credential',
  (name) => {
    expect(isCredentialParameter(name)).toBe(true);
  },
);

test.each(['alt', 'model', 'api-version', 'keyword'])('the parameter %s does not', (name) => {
  expect(isCredentialParameter(name)).toBe(false);
});
