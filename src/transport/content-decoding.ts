import {
  type BrotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
  type Gunzip,
  type Inflate,
  type ZstdDecompress,
} from 'node:zlib';
import type { Chunk } from '../core/exchange.ts';

type Decompressor = Gunzip | Inflate | BrotliDecompress | ZstdDecompress;

const decompressors: ReadonlyMap<string, () => Decompressor> = new Map<string, () => Decompressor>([
  ['gzip', () => createGunzip()],
  ['x-gzip', () => createGunzip()],
  ['deflate', () => createInflate()],
  ['br', () => createBrotliDecompress()],
  ['zstd', () => createZstdDecompress()],
]);

/** A body after its encoding was taken away. */
interface DecodedContent {
  readonly chunks: readonly Chunk[];
  /** The bytes are not in the encoding that they were said to be in. */
  readonly mislabelled: boolean;
}

/**
 * The chunks of a compressed body, decompressed: each with the time of the chunk that made it readable. Chunks come
 * back as they are when the value of `content-encoding` is absent, `identity` or unknown. From the first bytes that do
 * not decompress, everything comes back raw, so that a reader sees foreign bytes and not a silent gap.
 */
export async function decodeContent(
  contentEncoding: string | undefined,
  chunks: readonly Chunk[],
): Promise<DecodedContent> {
  const stream = decompressors.get(contentEncoding?.trim().toLowerCase() ?? '')?.();
  if (stream === undefined) {
    return { chunks, mislabelled: false };
  }
  const decoded: Chunk[] = [];
  let parts: Buffer[] = [];
  let failed = false;
  let resume: () => void = () => undefined;
  stream.on('data', (part: Buffer) => parts.push(part));
  stream.on('error', () => {
    failed = true;
    resume();
  });
  const step = (start: (done: () => void) => void): Promise<void> =>
    new Promise((resolve) => {
      // The last 'data' of a step may come one turn after its callback.
      resume = () => setImmediate(resolve);
      start(resume);
    });
  const take = (atMs: number): void => {
    if (parts.length > 0) {
      decoded.push({ atMs, bytes: Buffer.concat(parts) });
      parts = [];
    }
  };

  for (const chunk of chunks) {
    if (!failed) {
      await step((done) => stream.write(chunk.bytes, done));
      take(chunk.atMs);
    }
    if (failed) {
      decoded.push(chunk);
    }
  }
  const mislabelled = failed;
  if (!failed) {
    // A stream that was cut fails here, after it has given everything it had.
    await step((done) => {
      stream.once('end', done);
      stream.end();
    });
    take(chunks.at(-1)?.atMs ?? 0);
  }
  stream.destroy();
  return { chunks: decoded, mislabelled };
}
