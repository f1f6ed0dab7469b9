import { describe, expect, it } from 'vitest';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { Framing } from '../../../src/core/frame.ts';
import type { Mode } from '../../../src/core/route.ts';
import type { Dialect } from '../../../src/dialects/dialect.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { createFrameWriter } from '../../../src/wire/frame-writer.ts';

function framing(dialect: Dialect, mode: Mode, contentType?: string): Framing {
  return dialect.decoder(mode, contentType).framing;
}

describe('the registry of dialects', () => {
  it('holds every dialect under its own id', () => {
    expect(Object.keys(dialects).sort()).toEqual([...dialectIds].sort());
    for (const id of dialectIds) {
      expect(dialects[id].id).toBe(id);
    }
  });
});

describe.each<Dialect>(Object.values(dialects))('$id', (dialect) => {
  const usual = dialect.streams[0].style.framing;

  it.each<[Mode, string | undefined, Framing]>([
    ['stream', 'application/x-ndjson', usual],
    ['stream', 'application/json', 'body'],
    ['stream', 'application/problem+json; charset=utf-8', 'body'],
    ['stream', 'text/plain', usual],
    ['stream', undefined, usual],
    ['body', 'application/json; charset=utf-8', 'body'],
    ['body', undefined, 'body'],
    ['body', 'text/html', 'body'],
  ])('asked for a %s and answered with %s, is read as %s', (mode, contentType, expected) => {
    expect(framing(dialect, mode, contentType)).toBe(expected);
  });

  it('streams with a content type that its decoder takes for a stream, however it is spelt', () => {
    const { 'content-type': type = '' } = dialect.streams[0].headers;
    for (const spelt of [type, type.toUpperCase(), `${type}; charset=utf-8`]) {
      expect([framing(dialect, 'body', spelt), framing(dialect, 'stream', spelt)]).toEqual([usual, usual]);
    }
  });

  it.each(dialect.streams)('reads what it writes in the framing $style.framing', ({ style, headers }) => {
    const decoder = dialect.decoder('stream', headers['content-type']);
    const writer = createFrameWriter(style);
    const data = ['{"a":1}', '{"b":[]}'];
    const chunks = [...data.map((text) => writer.write({ data: text })), writer.end()];
    const frames = chunks.flatMap((bytes) => decoder.feed({ atMs: 0, bytes }));
    expect([decoder.framing, frames.map((frame) => frame.data)]).toEqual([style.framing, data]);
    expect(decoder.end()).toMatchObject({ issues: [], counters: { residualBytes: 0 } });
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
