/** The one list of places where credentials travel; whatever is journalled or written to a file asks here. */
const headers: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'cookie',
  'set-cookie',
]);

/** Gemini clients may send the key in the query. */
const parameters: ReadonlySet<string> = new Set(['key', 'api_key', 'api-key', 'access_token']);

/** Whether a header holds a key, a token or a cookie; case does not matter. */
export function isCredentialHeader(name: string): boolean {
  return headers.has(name.toLowerCase());
}

/** Whether a query parameter holds a key or a token; case does not matter. */
export function isCredentialParameter(name: string): boolean {
  return parameters.has(name.toLowerCase());
}
