/** The one list of places where credentials travel. All code that journals or writes files asks here. */
const headers: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'cookie',
  'set-cookie',
]);

/** Gateways have headers of their own for keys: `helicone-auth`, `x-portkey-api-key`, `cf-aig-authorization`. */
const headerEnding = /(?:authorization|[-_]auth|api[-_]?key|[-_]key|[-_]token|secret|password|credential|cookie)s?$/i;

/** The rest of a quota is not a token: `x-ratelimit-remaining-tokens`. */
const quota = /ratelimit/i;

/** Gemini clients may send the key in the query; signed URLs have one too. */
const parameters: ReadonlySet<string> = new Set([
  'key',
  'api_key',
  'api-key',
  'apikey',
  'access_token',
  'token',
  'auth',
  'sig',
  'signature',
  'x-amz-signature',
  'x-goog-signature',
  'client_secret',
  'password',
]);

/**
 * Headers that say who asked: organisation, project, account, user, and the ids under which the provider filed the
 * request. Readers of a recording may know that such a header was there, but not its value.
 */
const identifying = new RegExp(
  [
    'organi[sz]ation|project|account|tenant|workspace|subscription|customer|owner|e-?mail|user[-_]?(?:id|name)',
    '(?:request|correlation|trace|session|deployment|operation|span|client)[-_]?id$',
    '^x-request|^traceparent$|trace-context|^cf-ray$|forwarded|^via$|-ip$|^x-amzn?-|^x-amz-cf|^apim-|served-by',
  ].join('|'),
  'i',
);

/** Whether a header holds a key, a token or a cookie. Case does not matter. */
export function isCredentialHeader(name: string): boolean {
  return headers.has(name.toLowerCase()) || (headerEnding.test(name) && !quota.test(name));
}

/** Whether the value of a header says who asked, or under which number. Case does not matter. */
export function isIdentifyingHeader(name: string): boolean {
  return identifying.test(name);
}

/** Whether a query parameter holds a key or a token. Case does not matter. */
export function isCredentialParameter(name: string): boolean {
  return parameters.has(name.toLowerCase());
}
