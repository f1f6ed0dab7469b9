import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decodeContent } from '../../../src/transport/content-decoding.ts';
import { chunkedHead, httpChunk, lastChunk, probeRaw, texts } from '../../support/exchange/probe-case.ts';

const text = 'data: {"text":"héllo wörld"}\n\n'.repeat(2_000);
const join = (chunks: readonly { bytes: Uint8Array }[]) => Buffer.concat(chunks.map(({ bytes }) => bytes)).toString();
const pieces = (bytes: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => ({
    atMs: index,
    bytes: bytes.subarray(index * size, (index + 1) * size),
  }));

describe.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['zstd', zstdCompressSync],
] as const)('%s', (encoding, compress) => {
  test('is decoded, whatever the chunks, with the times of the chunks that came', async () => {
    const decoded = await decodeContent(encoding, pieces(compress(Buffer.from(text)), 7));
    expect(join(decoded)).toBe(text);
    const times = decoded.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test('gives all that a cut stream had', async () => {
    const whole = compress(Buffer.from(text));
    const decoded = join(await decodeContent(encoding, pieces(whole.subarray(0, whole.length - 9), 50)));
    expect(text.startsWith(decoded)).toBe(true);
    expect(decoded.endsWith('\uFFFD')).toBe(false);
  });

  test('gives bytes that are none of it as they came', async () => {
    const raw = Buffer.from('data: not compressed at all\n\n');
    expect(join(await decodeContent(encoding, [{ atMs: 1, bytes: raw }]))).toContain(raw.toString());
  });
});

test.each([undefined, 'identity', 'rot13'])('%s leaves the chunks alone', async (encoding) => {
  const chunks = pieces(Buffer.from(text), 100);
  expect(await decodeContent(encoding, chunks)).toBe(chunks);
});

test('a compressed response that nobody asked for is readable and still says that it was compressed', async () => {
  const compressed = gzipSync('data: 1\n\n');
  const capture = await probeRaw((socket) =>
    socket.write(
      Buffer.concat([
        Buffer.from(chunkedHead.replace('\r\n\r\n', '\r\nContent-Encoding: gzip\r\n\r\n')),
        httpChunk(compressed),
        Buffer.from(lastChunk),
      ]),
    ),
  );
  expect(texts(capture)).toEqual(['data: 1\n\n']);
  expect(capture.head?.headers).toContainEqual(['Content-Encoding', 'gzip']);
});
