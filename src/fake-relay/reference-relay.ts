import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Client } from 'undici';
import type { Clock } from '../core/clock.ts';
import type { Chunk, Ending, Head, Header } from '../core/exchange.ts';
import { isObject, parseJson } from '../core/json.ts';
import type { Mutation } from '../core/mutation.ts';
import { breakAnswer, playAnswer } from './broken-answer.ts';
import {
  type ClientRequest,
  readClientRequest,
  toUpstreamRequest,
  type UpstreamRequest,
} from './request-translation.ts';
import { type Step, scriptOf, Translation } from './translate.ts';

export interface ReferenceRelay {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly close: () => Promise<void>;
}

export interface ReferenceRelayOptions {
  /** Base URL of the upstream, without a trailing slash. */
  readonly upstreamUrl: string;
  readonly clock: Clock;
  /** Makes the relay lie in this one way. Such a relay answers only when it has the whole answer. */
  readonly breakage?: Mutation;
}

/** Takes the relay's bytes as they are made. */
type Send = (step: Step) => Promise<void>;

/**
 * Starts the reference relay on 127.0.0.1, on a free port. It translates between all dialects, streaming, and passes a
 * client's abort on to the upstream at once. It is faithful, or broken by one mutation.
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

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: ReferenceRelayOptions,
): Promise<void> {
  const { breakage, clock } = options;
  const parsed = parseJson(await readBody(request));
  const asked = parsed.ok && isObject(parsed.value) ? readClientRequest(request.url ?? '', parsed.value) : undefined;
  const sent = asked && toUpstreamRequest(asked, breakage?.target === 'request' ? breakage : undefined);
  if (asked === undefined || sent === undefined) {
    response.writeHead(404, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"no such route","type":"not_found_error","param":null,"code":null}}');
    return;
  }
  const abort = new AbortController();
  response.once('close', () => abort.abort());
  if (breakage?.target === 'wire') {
    const steps: Step[] = [];
    await relay(asked, sent, forwarded(request), options, abort.signal, async (step) => {
      steps.push(step);
    });
    await playAnswer(breakAnswer(scriptOf(steps), breakage, asked.client), request, response, clock);
    return;
  }
  await relay(asked, sent, forwarded(request), options, abort.signal, (step) => write(response, step));
  response.end();
}

/** Asks the upstream and sends its answer on, translated, until it has ended or the client has left. */
async function relay(
  asked: ClientRequest,
  sent: UpstreamRequest,
  headers: Readonly<Record<string, string>>,
  options: ReferenceRelayOptions,
  signal: AbortSignal,
  send: Send,
): Promise<void> {
  const { clock } = options;
  const translationOptions = {
    client: asked.client,
    upstream: asked.upstream,
    mode: asked.mode,
    ...(asked.framing === undefined ? {} : { framing: asked.framing }),
    encoder: {
      id: 'relaycert-reference',
      model: asked.neutral.model,
      created: Math.floor(clock.date().getTime() / 1000),
      includeUsage: asked.neutral.includeUsage,
    },
  };
  const upstream = new Client(options.upstreamUrl);
  const startedAt = clock.now();
  let translation: Translation | undefined;
  let ending: Ending = 'clean';
  try {
    const body = JSON.stringify(sent.body);
    const answer = await upstream.request({
      method: 'POST',
      path: sent.path,
      headers: { ...sent.headers, ...headers },
      body,
      signal,
    });
    translation = new Translation(toHead(answer.statusCode, answer.headers), translationOptions);
    for await (const bytes of answer.body) {
      const chunk: Chunk = { atMs: clock.now() - startedAt, bytes };
      await send(translation.feed(chunk));
    }
  } catch {
    // undici does not say whether the connection was closed or reset. For the client both are a broken upstream.
    ending = 'rst';
  }
  translation ??= new Translation(undefined, translationOptions);
  if (!signal.aborted) {
    await send(translation.end(ending));
  }
  await upstream.destroy();
}

/** The header by which a fake upstream may find the case of a request. */
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
