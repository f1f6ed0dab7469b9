import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { openRequest } from '../transport/open-request.ts';
import { headerPairs } from '../transport/raw-headers.ts';
import { forwardedHeaders } from './connection-headers.ts';
import { refuse, writeHead } from './proxy-response.ts';

/**
 * Passes a request on and passes its answer back. Keeps nothing.
 *
 * @param body the body of the request, if it was read already
 */
export function passThrough(
  incoming: IncomingMessage,
  response: ServerResponse,
  url: string,
  body: Uint8Array | undefined,
): void {
  const target = new URL(url);
  const length = incoming.headers['content-length'];
  const headers = [
    ['host', target.host],
    ...forwardedHeaders(headerPairs(incoming.rawHeaders), 'request'),
    ...(length === undefined ? [] : [['content-length', length]]),
    ...(length === undefined && incoming.headers['transfer-encoding'] !== undefined
      ? [['transfer-encoding', 'chunked']]
      : []),
    ['connection', 'keep-alive'],
  ].flat();
  const request = openRequest(target, { method: incoming.method ?? 'GET', headers });
  request.once('response', (answer) => {
    writeHead(response, { status: answer.statusCode ?? 502, headers: headerPairs(answer.rawHeaders) });
    // The pipeline itself breaks one side when the other breaks.
    pipeline(answer, response, () => undefined);
  });
  request.once('error', (error: NodeJS.ErrnoException) => {
    refuse(response, 502, `no answer from ${target.host} (${error.code ?? 'connection failed'})`);
  });
  response.once('close', () => request.destroy());
  if (body === undefined) {
    incoming.pipe(request);
  } else {
    request.end(body);
  }
}
