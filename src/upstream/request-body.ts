import type { IncomingMessage } from 'node:http';

/** Largest request body that is read, in bytes. */
export const bodyLimit: number = 64 * 1024 * 1024;

export type RequestBody =
  | { readonly state: 'whole'; readonly text: string }
  | { readonly state: 'too-large' }
  /** The peer left before the body was whole. */
  | { readonly state: 'aborted' };

/** Reads a request's body as UTF-8 text; stops listening, and keeps nothing, once it is over the limit. */
export function readRequestBody(request: IncomingMessage, limit: number): Promise<RequestBody> {
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
      const whole = parts.length === 1 && only !== undefined ? only : Buffer.concat(parts);
      resolve({ state: 'whole', text: whole.toString('utf8') });
    });
    // After 'end' this changes nothing: the promise is already resolved.
    request.once('close', () => resolve({ state: 'aborted' }));
    request.once('error', () => resolve({ state: 'aborted' }));
  });
}
