import { createHash } from 'node:crypto';

/** SHA-256 in hex. */
export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

/** The first 12 hex digits of SHA-256: enough to name a case or a value without showing it. */
export function shortHash(data: string | Uint8Array): string {
  return sha256(data).slice(0, 12);
}
