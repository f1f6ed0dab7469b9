import { describe, expect, test } from 'vitest';
import { findEndpoint, joinUrl, parseBaseUrl } from '../../../src/recorder/providers.ts';
import { proxyRecordingName, scenarioRecordingName } from '../../../src/recorder/recording-name.ts';
import type { Tapped } from '../../../src/recorder/tap.ts';
import { usageFaultOf } from '../../support/recording/recording-samples.ts';

describe('the endpoint to ask', () => {
  test('is known by a provider’s name, with its key from the environment', () => {
    const environment = { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o', GEMINI_API_KEY: 'g', RELAYCERT_API_KEY: 'r' };
    expect(findEndpoint('anthropic', undefined, environment)).toEqual({
      baseUrl: 'https://api.anthropic.com',
      dialect: 'anthropic-messages',
      key: 'a',
    });
    expect(findEndpoint('openai', 'openai-responses', environment)).toMatchObject({
      dialect: 'openai-responses',
      key: 'o',
    });
    expect(findEndpoint('gemini', undefined, environment)).toMatchObject({ dialect: 'gemini-generate', key: 'g' });
    expect(findEndpoint('ollama', undefined, {})).toEqual({
      baseUrl: 'http://127.0.0.1:11434',
      dialect: 'ollama-chat',
    });
    expect(findEndpoint('http://127.0.0.1:1/', 'openai-chat', environment)).toEqual({
      baseUrl: 'http://127.0.0.1:1',
      dialect: 'openai-chat',
      key: 'r',
    });
    expect(findEndpoint('http://127.0.0.1:1', 'openai-chat', {})).not.toHaveProperty('key');
  });

  test.each(['constructor', 'ftp://host', 'localhost:8000', ''])('is not %s', (text) => {
    expect(usageFaultOf(() => findEndpoint(text, 'openai-chat', {}))).toMatchObject({ place: '--provider' });
  });

  test('holds no key in its address, and a fault does not repeat it', () => {
    for (const text of ['https://key@host', 'https://u:key@host', 'https://host?key=1', 'https://host#key']) {
      const fault = usageFaultOf(() => parseBaseUrl(text, '--to', 'a hint'));
      expect(fault.message + fault.place + fault.hint).not.toContain(text.slice(8));
    }
  });

  test.each([
    ['http://h', '/v1/messages', 'http://h/v1/messages'],
    ['http://h/v1', '/v1/messages', 'http://h/v1/messages'],
    ['http://h/api/v1', '/v1/messages', 'http://h/api/v1/messages'],
    ['http://h/v1beta', '/v1beta/models/m:generateContent', 'http://h/v1beta/models/m:generateContent'],
    ['http://h/v2', '/v1/messages', 'http://h/v2/v1/messages'],
    ['http://h/v1', '/health?x=1', 'http://h/v1/health?x=1'],
  ])('%s and %s are %s', (base, path, url) => {
    expect(joinUrl(base, path)).toBe(url);
  });
});

describe('the name of a recording', () => {
  const tapped = (status: number, ending: Tapped['ending']): Tapped => ({
    startedAt: new Date(0),
    head: { status, headers: [] },
    chunks: [],
    ending,
    endedBy: 'upstream',
  });

  test.each([
    ['stream', 200, 'clean', 'short-text-gpt-4o'],
    ['body', 200, 'clean', 'short-text-gpt-4o-body'],
    ['stream', 401, 'clean', 'short-text-gpt-4o-error-401'],
    ['stream', 200, 'rst', 'short-text-gpt-4o-rst'],
    ['body', 200, 'aborted', 'short-text-gpt-4o-body-aborted'],
  ] as const)('of a %s with status %d that ends %s is %s', (mode, status, ending, name) => {
    expect(scenarioRecordingName('short-text', 'gpt-4o', mode, tapped(status, ending))).toBe(name);
  });

  test.each([
    ['../../etc/passwd', 'etc-passwd'],
    ['org/model:free', 'org-model-free'],
    ['...', 'unnamed'],
    ['漢字', 'unnamed'],
    [`m${'x'.repeat(500)}`, `m${'x'.repeat(59)}`],
  ])('never leaves its folder, whatever the model is called: %s', (model, slug) => {
    expect(proxyRecordingName(new Date('2026-11-30T12:00:00.123Z'), 7, model)).toBe(`20261130-120000-007-${slug}`);
  });
});
