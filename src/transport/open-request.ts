import { type ClientRequest, type RequestOptions, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

/** The text as a URL, if it is an http or https URL. */
export function httpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}

/** Opens a request on a connection of its own. */
export function openRequest(url: URL, options: RequestOptions): ClientRequest {
  return (url.protocol === 'https:' ? requestHttps : requestHttp)(url, { ...options, agent: false });
}
