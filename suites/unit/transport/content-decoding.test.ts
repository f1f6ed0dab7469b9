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
    const { chunks, mislabelled } = await decodeContent(encoding, pieces(compress(Buffer.from(text)), 7));
    expect([join(chunks), mislabelled]).toEqual([text, false]);
    const times = chunks.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  test('gives all that a cut stream had', async () => {
    const whole = compress(Buffer.from(text));
    const { chunks, mislabelled } = await decodeContent(encoding, pieces(whole.subarray(0, whole.length - 9), 50));
    const decoded = join(chunks);
    expect(mislabelled).toBe(false);
    expect(text.startsWith(decoded)).toBe(true);
    expect(decoded.endsWith('\uFFFD')).toBe(false);
  });

  test('gives bytes that are none of it as they came, and says so', async () => {
    const raw = Buffer.from('data: not compressed at all\n\n');
    const { chunks, mislabelled } = await decodeContent(encoding, [{ atMs: 1, bytes: raw }]);
    expect(join(chunks)).toContain(raw.toString());
    expect(mislabelled).toBe(true);
  });
});

test.each([undefined, 'identity', 'rot13'])('%s leaves the chunks alone', async (encoding) => {
  const chunks = pieces(Buffer.from(text), 100);
  expect(await decodeContent(encoding, chunks)).toEqual({ chunks, mislabelled: false });
});

test('a response that only says that it is compressed is read as it came, and the capture says so', async () => {
  const capture = await probeRaw((socket) =>
    socket.write(
      Buffer.concat([
        Buffer.from(chunkedHead.replace('\r\n\r\n', '\r\nContent-Encoding: gzip\r\n\r\n')),
        httpChunk(Buffer.from('data: 1\n\n')),
        Buffer.from(lastChunk),
      ]),
    ),
  );
  expect(texts(capture).join('')).toBe('data: 1\n\n');
  expect(capture.mislabelled).toBe(true);
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
  expect(capture.mislabelled).toBeUndefined();
});
