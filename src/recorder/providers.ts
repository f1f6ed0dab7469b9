import type { DialectId } from '../core/dialect-ids.generated.ts';
import { UsageFault } from '../core/fault.ts';
import { httpUrl } from '../transport/open-request.ts';

/** A provider whose address we know. */
interface Provider {
  readonly baseUrl: string;
  /** Name of the environment variable that holds the key; absent for a server of one's own that asks for none. */
  readonly keyName?: string;
  /** The first is the default. */
  readonly dialects: readonly [DialectId, ...DialectId[]];
}

const providers: Readonly<Record<string, Provider>> = {
  anthropic: {
    baseUrl: 'https://api.anthropic.com',
    keyName: 'ANTHROPIC_API_KEY',
    dialects: ['anthropic-messages'],
  },
  gemini: {
    baseUrl: 'https://generativelanguage.googleapis.com',
    keyName: 'GEMINI_API_KEY',
    dialects: ['gemini-generate'],
  },
  ollama: {
    baseUrl: 'http://127.0.0.1:11434',
    dialects: ['ollama-chat'],
  },
  openai: {
    baseUrl: 'https://api.openai.com',
    keyName: 'OPENAI_API_KEY',
    dialects: ['openai-chat', 'openai-responses'],
  },
};

export const providerNames: readonly string[] = Object.keys(providers);

/** The key for a server that is named by its address. Such a server may need no key. */
const ownKeyName = 'RELAYCERT_API_KEY';

/** Where to send a request, and how. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly dialect: DialectId;
  readonly key?: string;
}

/**
 * Finds the endpoint for a provider's name or a base URL.
 *
 * @param environment the variables that hold keys
 * @throws UsageFault for an unknown provider, for a missing dialect or one that it does not speak, and for a missing
 * key
 */
export function findEndpoint(
  provider: string,
  dialect: DialectId | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): Endpoint {
  const known = Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (known === undefined) {
    return ownEndpoint(provider, dialect, environment[ownKeyName] ?? '');
  }
  const { baseUrl, keyName, dialects } = known;
  if (dialect !== undefined && !dialects.includes(dialect)) {
    throw new UsageFault(`${provider} does not speak ${dialect}`, '--dialect', `it speaks ${dialects.join(', ')}`);
  }
  const endpoint = { baseUrl, dialect: dialect ?? dialects[0] };
  if (keyName === undefined) {
    return endpoint;
  }
  const key = environment[keyName] ?? '';
  if (key === '') {
    throw new UsageFault(
      `there is no key for ${provider}`,
      keyName,
      'set this environment variable, which is the only place that a key is read from',
    );
  }
  return { ...endpoint, key };
}

function ownEndpoint(text: string, dialect: DialectId | undefined, key: string): Endpoint {
  const baseUrl = parseBaseUrl(text, '--provider', `name ${providerNames.join(', ')}, or give a base URL`);
  if (dialect === undefined) {
    throw new UsageFault(
      'a base URL does not say which dialect it speaks',
      '--provider',
      'name the dialect with --dialect',
    );
  }
  return { baseUrl, dialect, ...(key === '' ? {} : { key }) };
}

/**
 * An http or https address without a slash at its end.
 *
 * @throws UsageFault for anything else, and for one with a password, a query or a fragment: keys come from the
 * environment
 */
export function parseBaseUrl(text: string, place: string, hint: string): string {
  const url = httpUrl(text);
  if (url === undefined) {
    throw new UsageFault('this is not an http or https address', place, hint);
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new UsageFault(
      'a base URL must not have a user, password, query or fragment',
      place,
      `put the key into the environment variable ${ownKeyName}`,
    );
  }
  return url.href.replace(/\/+$/, '');
}

/** A path of a dialect below a base URL, which may already end with the version that the path begins with. */
export function joinUrl(baseUrl: string, path: string): string {
  const [, version = ''] = /^(\/v\d[^/]*)\//.exec(path) ?? [];
  return version !== '' && baseUrl.endsWith(version) ? baseUrl + path.slice(version.length) : baseUrl + path;
}
