import { isCredentialHeader, isCredentialParameter } from '../core/credential-names.ts';
import type { Header } from '../core/exchange.ts';
import { headerPairs } from '../transport/raw-headers.ts';

/** Each parameter of a query, with its value in a group of its own. */
const parameter = /([?&])([^=&#]+)=([^&#]*)/g;

/**
 * Replaces a key. It tells only the class of the length, which is enough to see whether a relay sent a key, a
 * placeholder or nothing.
 */
function placeholder(secret: string): string {
  if (secret.length === 0) {
    return '[redacted: empty]';
  }
  return secret.length < 16
    ? '[redacted: under 16 characters]'
    : secret.length < 64
      ? '[redacted: 16 to 63 characters]'
      : '[redacted: 64 characters or more]';
}

/** Headers with names in lower case, in the order of the wire. Every value that may hold a key is replaced. */
export function redactHeaders(message: { readonly rawHeaders: readonly string[] }): readonly Header[] {
  return headerPairs(message.rawHeaders).map(([name, value]) => [
    name.toLowerCase(),
    isCredentialHeader(name) ? placeholder(value) : value,
  ]);
}

/** The path and query, with key parameters replaced. */
export function redactPath(path: string): string {
  if (!path.includes('?')) {
    return path;
  }
  return path.replace(parameter, (whole, separator: string, name: string, value: string) =>
    isCredentialParameter(name) ? `${separator}${name}=${placeholder(value)}` : whole,
  );
}
