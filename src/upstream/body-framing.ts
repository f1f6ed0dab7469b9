import type { ServerResponse } from 'node:http';

/** Turns body bytes into socket writes: chunked (RFC 9112, section 7.1), or unframed with a `content-length`. */
export interface BodyFraming {
  readonly frame: (bytes: Uint8Array) => Uint8Array;
  /** The bytes that end the message, after the last bytes of the body if there are any. */
  readonly end: (last: Uint8Array | undefined) => Uint8Array | undefined;
}

/**
 * Takes over the framing of a response from node once its head is fixed. Node hands each chunk to the socket as four
 * writes (size, CRLF, bytes, CRLF), which costs more than everything else that the upstream does for the chunk.
 */
export function takeOverFraming(response: ServerResponse): BodyFraming {
  if (!response.chunkedEncoding) {
    return { frame: (bytes) => bytes, end: (last) => last };
  }
  response.chunkedEncoding = false;
  return {
    frame: frameChunk,
    end: (last) => (last === undefined ? lastChunk : Buffer.concat([frameChunk(last), lastChunk])),
  };
}

const lastChunk: Uint8Array = Buffer.from('0\r\n\r\n');

function frameChunk(bytes: Uint8Array): Uint8Array {
  // An empty chunk would end the message.
  if (bytes.length === 0) {
    return bytes;
  }
  const size = bytes.length.toString(16);
  const framed = Buffer.allocUnsafe(size.length + bytes.length + 4);
  framed.write(size, 0, 'latin1');
  framed.write('\r\n', size.length, 'latin1');
  framed.set(bytes, size.length + 2);
  framed.write('\r\n', framed.length - 2, 'latin1');
  return framed;
}
