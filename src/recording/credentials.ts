import type { HarPair } from './har-document.ts';

const credentialHeaders: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'cookie',
  'set-cookie',
]);

const credentialParameters: ReadonlySet<string> = new Set(['key', 'api_key', 'api-key', 'access_token']);

/** The headers without those that hold a key, a token or a cookie: no credential is ever written to a file. */
export function withoutCredentials(headers: readonly HarPair[]): readonly HarPair[] {
  return headers.filter(({ name }) => !credentialHeaders.has(name.toLowerCase()));
}

/** The URL without its user, password and any query parameter that holds a key; text that is no URL stays as it is. */
export function urlWithoutCredentials(text: string): string {
  if (!URL.canParse(text)) {
    return text;
  }
  const url = new URL(text);
  const secret = [...url.searchParams.keys()].filter((name) => credentialParameters.has(name.toLowerCase()));
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
