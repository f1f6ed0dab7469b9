import { isCredentialHeader, isCredentialParameter, isIdentifyingHeader } from '../core/credential-names.ts';
import type { Header } from '../core/exchange.ts';

/** The parts of an exchange that can hold secrets. */
export interface SecretSource {
  readonly url: string;
  /** Those of the request and of the response. */
  readonly headers: readonly Header[];
}

/** Values that no recording of this exchange may hold: keys, tokens, cookies, passwords, ids of the client. */
export function knownSecrets({ url, headers }: SecretSource): readonly string[] {
  return [
    ...headers.flatMap(([name, value]) => {
      if (isCredentialHeader(name)) {
        return credentialValues(value);
      }
      return isIdentifyingHeader(name) && isTelling(value) ? [value] : [];
    }),
    ...urlSecrets(url),
  ];
}

/** A whole header value, what follows a scheme, the parts of a Basic credential, and the values of cookies. */
function credentialValues(value: string): readonly string[] {
  const [scheme = '', ...rest] = value.trim().split(/\s+/);
  const token = rest.join(' ');
  const basic = /^basic$/i.test(scheme) ? Buffer.from(token, 'base64').toString('utf8').split(':') : [];
  const cookies = [...value.matchAll(/=([^;\s]{8,})/g)].map(([, cookie]) => cookie ?? '');
  return [value.trim(), token, ...basic, ...cookies].filter((part) => part !== '');
}

/** If a common word (`personal`, `production`) were a secret, it would be replaced in every text. */
function isTelling(value: string): boolean {
  return value.length >= 16 || /\d/.test(value);
}

function urlSecrets(text: string): readonly string[] {
  if (!URL.canParse(text)) {
    return [];
  }
  const url = new URL(text);
  const parameters = [...url.searchParams].filter(([name]) => isCredentialParameter(name)).map(([, value]) => value);
  return [decoded(url.username), decoded(url.password), ...parameters].filter((part) => part !== '');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
