import {
  type BrotliCompress,
  createBrotliCompress,
  createDeflate,
  createGzip,
  createZstdCompress,
  type Deflate,
  type Gzip,
  type ZstdCompress,
} from 'node:zlib';

/** One compressed stream. Every write can be decompressed as soon as it has arrived. */
export interface Compressor {
  /** Compressed bytes of this write, flushed. */
  readonly write: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** The rest of the stream: its trailer. */
  readonly end: () => Promise<Uint8Array>;
  readonly close: () => void;
}

type CompressingStream = Gzip | BrotliCompress | Deflate | ZstdCompress;

const streams: ReadonlyMap<string, () => CompressingStream> = new Map<string, () => CompressingStream>([
  ['gzip', () => createGzip()],
  ['br', () => createBrotliCompress()],
  ['deflate', () => createDeflate()],
  ['zstd', () => createZstdCompress()],
]);

/** Whether `createCompressor` has a compressor for this value. */
export function compresses(contentEncoding: string | undefined): boolean {
  return streams.has(contentEncoding?.trim().toLowerCase() ?? '');
}

/** A compressor for the value of a `content-encoding` header; none for `identity`, an absent or an unknown one. */
export function createCompressor(contentEncoding: string | undefined): Compressor | undefined {
  const stream = streams.get(contentEncoding?.trim().toLowerCase() ?? '')?.();
  if (stream === undefined) {
    return undefined;
  }
  let parts: Buffer[] = [];
  let fail: (error: Error) => void = () => undefined;
  stream.on('error', (error) => fail(error));
  stream.on('data', (part: Buffer) => parts.push(part));
  const take = (): Uint8Array => {
    const taken = Buffer.concat(parts);
    parts = [];
    return taken;
  };
  return {
    write: (bytes) =>
      new Promise((resolve, reject) => {
        fail = reject;
        stream.write(bytes);
        // The last 'data' of a flush may come one turn after its callback.
        stream.flush(() => setImmediate(() => resolve(take())));
      }),
    end: () =>
      new Promise((resolve, reject) => {
        fail = reject;
        stream.once('end', () => resolve(take()));
        stream.end();
      }),
    close: () => stream.close(),
  };
}
