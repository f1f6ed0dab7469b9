import { describe, expect, it } from 'vitest';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { Mode } from '../../../src/core/route.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';

const encoder = new TextEncoder();

/** Which framing a decoder has, told by what it makes of two events of a stream. */
function framing(dialect: (typeof dialects)[keyof typeof dialects], mode: Mode, contentType?: string): 'sse' | 'body' {
  const decoder = dialect.decoder(mode, contentType);
  const frames = decoder.feed({ atMs: 0, bytes: encoder.encode('data: {}\n\ndata: {}\n\n') });
  return frames.length === 2 ? 'sse' : 'body';
}

describe('the registry of dialects', () => {
  it('holds every dialect under its own id', () => {
    expect(Object.keys(dialects).sort()).toEqual([...dialectIds].sort());
    for (const id of dialectIds) {
      expect(dialects[id].id).toBe(id);
    }
  });
});

describe.each(Object.values(dialects))('$id', (dialect) => {
  it.each<[Mode, string | undefined, 'sse' | 'body']>([
    ['stream', 'text/event-stream; charset=utf-8', 'sse'],
    ['stream', 'Text/Event-Stream', 'sse'],
    ['stream', 'application/json', 'body'],
    ['stream', 'application/problem+json; charset=utf-8', 'body'],
    ['stream', 'text/plain', 'sse'],
    ['stream', undefined, 'sse'],
    ['body', 'application/json; charset=utf-8', 'body'],
    ['body', undefined, 'body'],
    ['body', 'text/html', 'body'],
    ['body', 'text/event-stream', 'sse'],
  ])('asked for a %s and answered with %s, is read as %s', (mode, contentType, expected) => {
    expect(framing(dialect, mode, contentType)).toBe(expected);
  });

  it('streams with the content type that its decoder takes for a stream', () => {
    expect(framing(dialect, 'body', dialect.streamHeaders['content-type'])).toBe('sse');
  });

  it('owns its own path', () => {
    expect(dialect.request.match(dialect.request.path('m', 'stream'))).toBeDefined();
    for (const other of Object.values(dialects).filter(({ id }) => id !== dialect.id)) {
      expect(dialect.request.match(other.request.path('m', 'stream'))).toBeUndefined();
    }
  });
});

describe('a request path', () => {
  it.each([
    '/v1/messages',
    '/messages',
    '/anthropic/v1/messages',
    '/v1/v1/messages',
    '/v1/messages/',
    '/v1/messages?beta=true',
  ])('%s belongs to Messages', (path) => {
    expect(dialects['anthropic-messages'].request.match(path)).toEqual({});
  });

  it.each([
    '/v1/messages/count_tokens',
    '/v1/messages/batches',
    '/v1/threads/t1/messages',
    '/v1/mymessages',
    '/',
    '',
    '/x?y=/v1/messages',
  ])('%s does not belong to Messages', (path) => {
    expect(dialects['anthropic-messages'].request.match(path)).toBeUndefined();
  });

  it.each([
    '/v1/chat/completions',
    '/chat/completions',
    '/openai/v1/chat/completions?api-version=1',
    '/v1/chat/completions/',
  ])('%s belongs to Chat', (path) => {
    expect(dialects['openai-chat'].request.match(path)).toEqual({});
  });

  it.each(['/v1/completions', '/v1/chat/completions/c1', '/v1/mychat/completions', '/v1/models'])(
    '%s does not belong to Chat',
    (path) => {
      expect(dialects['openai-chat'].request.match(path)).toBeUndefined();
    },
  );
});

describe('request headers', () => {
  it('carry the key as the API expects it', () => {
    expect(dialects['anthropic-messages'].request.headers('K')).toEqual({
      'content-type': 'application/json',
      'x-api-key': 'K',
      'anthropic-version': '2023-06-01',
    });
    expect(dialects['openai-chat'].request.headers('K')).toEqual({
      'content-type': 'application/json',
      authorization: 'Bearer K',
    });
  });
});
