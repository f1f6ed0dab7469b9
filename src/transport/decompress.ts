import { brotliDecompressSync, constants, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { headerValue, joinChunks, type WireScript } from '../core/exchange.ts';

/** The final flush does not demand a trailer, so a stream that was cut gives what it had. */
const decompressors: ReadonlyMap<string, (bytes: Uint8Array) => Uint8Array> = new Map([
  ['gzip', (bytes: Uint8Array) => gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })],
  ['x-gzip', (bytes: Uint8Array) => gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })],
  ['deflate', (bytes: Uint8Array) => inflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })],
  ['br', (bytes: Uint8Array) => brotliDecompressSync(bytes, { finishFlush: constants.BROTLI_OPERATION_FLUSH })],
  ['zstd', (bytes: Uint8Array) => zstdDecompressSync(bytes, { finishFlush: constants.ZSTD_e_flush })],
]);

/** Whether the value of a `content-encoding` header says that the body is encoded. */
export function isEncoded(contentEncoding: string | undefined): boolean {
  const value = contentEncoding?.trim().toLowerCase() ?? '';
  return value !== '' && value !== 'identity';
}

/**
 * The decompressed bytes of a body, all at once. A body that was cut gives what came before the cut.
 *
 * @returns `undefined` if the encoding is unknown, or if the bytes are not in it
 */
export function decompress(contentEncoding: string | undefined, bytes: Uint8Array): Uint8Array | undefined {
  if (!isEncoded(contentEncoding) || bytes.length === 0) {
    return bytes;
  }
  try {
    return decompressors.get(contentEncoding?.trim().toLowerCase() ?? '')?.(bytes);
  } catch {
    return undefined;
  }
}

/** Whether bytes that go out as they are are said to be in an encoding that we know, and in which they are not. */
export function isMislabelled({ head, writes, encoded }: WireScript): boolean {
  const encoding = headerValue(head.headers, 'content-encoding');
  const known = decompressors.has(encoding?.trim().toLowerCase() ?? '');
  return encoded === true && known && decompress(encoding, joinChunks(writes)) === undefined;
}
