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
