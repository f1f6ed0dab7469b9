import { isCredentialHeader, isCredentialParameter } from '../core/credential-names.ts';
import type { HarPair } from './har-document.ts';

/** The headers without those that hold a key, a token or a cookie: no credential is ever written to a file. */
export function withoutCredentials(headers: readonly HarPair[]): readonly HarPair[] {
  return headers.filter(({ name }) => !isCredentialHeader(name));
}

/**
 * The URL without its user, password and any query parameter that holds a key. Text that is not a URL stays as it is.
 */
export function urlWithoutCredentials(text: string): string {
  if (!URL.canParse(text)) {
    return text;
  }
  const url = new URL(text);
  const secret = [...url.searchParams.keys()].filter(isCredentialParameter);
  if (secret.length === 0 && url.username === '' && url.password === '') {
    return text;
  }
  url.username = '';
  url.password = '';
  for (const name of secret) {
    url.searchParams.delete(name);
  }
  return url.href;
}
