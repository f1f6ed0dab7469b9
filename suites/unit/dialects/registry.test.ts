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
