import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { WireScript } from '../../../src/core/exchange.ts';
import { decompress, isEncoded, isMislabelled } from '../../../src/transport/decompress.ts';

const text = Buffer.from('data: {"text":"héllo wörld"}\n\n'.repeat(500));

describe.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const)('%s', (encoding, compress) => {
  test('comes out as it went in', () => {
    expect(decompress(encoding.toUpperCase(), compress(text))).toEqual(text);
  });

  test('gives what came before a cut', () => {
    const whole = compress(text);
    const decoded = decompress(encoding, whole.subarray(0, whole.length - 6));
    expect(decoded).toBeDefined();
    expect(text.subarray(0, decoded?.length)).toEqual(Buffer.from(decoded ?? []));
  });

  test('says nothing about bytes that are not in it', () => {
    expect(
      decompress(encoding, Buffer.from('data: not compressed at all, and long enough to tell\n\n')),
    ).toBeUndefined();
  });
});

test('an unknown encoding cannot be read, and none need not be', () => {
  expect(decompress('rot13', text)).toBeUndefined();
  expect(decompress('gzip', Buffer.alloc(0))).toEqual(Buffer.alloc(0));
  expect(decompress(undefined, text)).toBe(text);
  expect(['gzip', ' BR ', 'identity', '', undefined].map(isEncoded)).toEqual([true, true, false, false, false]);
});

test('only bytes that go out as they are can be in another encoding than their head says', () => {
  const script = (encoding: string, bytes: Uint8Array, encoded?: true): WireScript => ({
    head: { status: 200, headers: [['content-encoding', encoding]] },
    writes: [{ atMs: 0, bytes }],
    ending: 'clean',
    ...(encoded && { encoded }),
  });
  expect(isMislabelled(script('gzip', text, true))).toBe(true);
  expect(isMislabelled(script('gzip', gzipSync(text), true))).toBe(false);
  expect(isMislabelled(script('gzip', text))).toBe(false);
  expect(isMislabelled(script('rot13', text, true))).toBe(false);
});
