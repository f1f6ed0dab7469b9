import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Client } from 'undici';
import type { Clock } from '../core/clock.ts';
import type { Chunk, Ending, Head, Header } from '../core/exchange.ts';
import { isObject, parseJson } from '../core/json.ts';
import { readClientRequest, toUpstreamRequest } from './request-translation.ts';
import { type Step, Translation } from './translate.ts';

export interface ReferenceRelay {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly close: () => Promise<void>;
}

export interface ReferenceRelayOptions {
  /** Base URL of the upstream, without a trailing slash. */
  readonly upstreamUrl: string;
  readonly clock: Clock;
}

/**
 * Starts the faithful reference relay on 127.0.0.1, on a free port. It translates between all dialects, streaming, and
 * passes a client's abort on to the upstream at once.
 */
export async function startReferenceRelay(options: ReferenceRelayOptions): Promise<ReferenceRelay> {
  const server = createServer({ noDelay: true }, (request, response) => {
    handle(request, response, options).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function handle(request: IncomingMessage, response: ServerResponse, options: ReferenceRelayOptions): Promise<void> {
  const body = await readBody(request);
  const parsed = parseJson(body);
  const asked = parsed.ok && isObject(parsed.value) ? readClientRequest(request.url ?? '', parsed.value) : undefined;
  if (asked === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"no such route","type":"not_found_error","param":null,"code":null}}');
    return;
  }
  const sent = toUpstreamRequest(asked);
  const translationOptions = {
    client: asked.client,
    upstream: asked.upstream,
    mode: asked.mode,
    encoder: {
      id: 'relaycert-reference',
      model: asked.neutral.model,
      created: Math.floor(options.clock.date().getTime() / 1000),
      includeUsage: asked.neutral.includeUsage,
    },
  };
  const upstream = new Client(options.upstreamUrl);
  const abort = new AbortController();
  response.once('close', () => abort.abort());
  const startedAt = options.clock.now();
  let translation: Translation | undefined;
  let ending: Ending = 'clean';
  try {
    const answer = await upstream.request({
      method: 'POST',
      path: sent.path,
      headers: { ...sent.headers, ...forwarded(request) },
      body: JSON.stringify(sent.body),
      signal: abort.signal,
    });
    translation = new Translation(toHead(answer.statusCode, answer.headers), translationOptions);
    for await (const bytes of answer.body) {
      const chunk: Chunk = { atMs: options.clock.now() - startedAt, bytes };
      await write(response, translation.feed(chunk));
    }
  } catch {
    ending = 'rst';
  }
  translation ??= new Translation(undefined, translationOptions);
  if (!abort.signal.aborted) {
    await write(response, translation.end(ending));
    response.end();
  }
  await upstream.destroy();
}

/** The header by which a fake upstream may find its case. */
function forwarded(request: IncomingMessage): Readonly<Record<string, string>> {
  const value = request.headers['x-relaycert-case'];
  return typeof value === 'string' ? { 'x-relaycert-case': value } : {};
}

function toHead(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): Head {
  const pairs = Object.entries(headers).flatMap(([name, value]): readonly Header[] =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')]],
  );
  return { status, headers: pairs };
}

async function write(response: ServerResponse, step: Step): Promise<void> {
  if (step.head !== undefined) {
    response.writeHead(step.head.status, Object.fromEntries(step.head.headers));
  }
  for (const bytes of step.bytes) {
    if (!response.write(bytes) && !response.destroyed) {
      await new Promise<void>((resolve) => {
        response.once('drain', resolve);
        response.once('close', resolve);
      });
    }
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    if (Buffer.isBuffer(chunk)) {
      chunks.push(chunk);
    }
  }
  return Buffer.concat(chunks).toString('utf8');
}
