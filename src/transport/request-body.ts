import type { IncomingMessage } from 'node:http';

/** Largest request body that is read, in bytes. */
export const bodyLimit: number = 64 * 1024 * 1024;

export type RequestBody =
  | { readonly state: 'whole'; readonly bytes: Buffer }
  | { readonly state: 'too-large' }
  /** The peer left before the body was whole. */
  | { readonly state: 'aborted' };

/** Reads a request's body. Once it is over the limit, it stops listening and keeps nothing. */
export function readRequestBody(request: IncomingMessage, limit: number = bodyLimit): Promise<RequestBody> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    request.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes > limit) {
        parts.length = 0;
        request.removeAllListeners('data');
        resolve({ state: 'too-large' });
        return;
      }
      parts.push(part);
    });
    request.once('end', () => {
      const [only] = parts;
      resolve({ state: 'whole', bytes: parts.length === 1 && only !== undefined ? only : Buffer.concat(parts) });
    });
    // After 'end' this changes nothing, because the promise is already resolved.
    request.once('close', () => resolve({ state: 'aborted' }));
    request.once('error', () => resolve({ state: 'aborted' }));
  });
}
