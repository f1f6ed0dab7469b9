import { request as httpsRequest, type RequestOptions } from 'node:https';
import { request as undiciRequest } from 'undici';
import { type InProcessOptions, type InProcessUpstream, serveInProcess } from '../../../src/upstream/in-process.ts';

/** Serves this process for the length of `use`. */
export async function withInProcess(
  options: InProcessOptions,
  use: (upstream: InProcessUpstream) => Promise<void>,
): Promise<void> {
  const upstream = await serveInProcess(options);
  try {
    await use(upstream);
  } finally {
    await upstream.close();
  }
}

/** What one client got: each chunk as it handed it out, and the error that ended it. */
export interface ClientView {
  readonly status: number | undefined;
  /** Names and values as the client reports them. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly chunks: readonly Buffer[];
  /** Milliseconds from the request to each chunk. */
  readonly timesMs: readonly number[];
  /** Code of the error, or its name. */
  readonly error: string | undefined;
}

interface Ask {
  readonly url: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Leaves after this many chunks. */
  readonly leaveAfter?: number;
}

type Client = (ask: Ask) => Promise<ClientView>;

/** Clients that hand out chunks, by the library that they use. */
export const clients: Readonly<Record<'fetch' | 'node:https' | 'undici', Client>> = {
  fetch: (ask) => read(ask, (signal) => byFetch(ask, signal)),
  'node:https': (ask) => read(ask, (signal) => byHttps(ask, signal)),
  undici: (ask) => read(ask, (signal) => byUndici(ask, signal)),
};

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: AsyncIterable<Uint8Array>;
}

async function read(ask: Ask, send: (signal: AbortSignal) => Promise<Answer>): Promise<ClientView> {
  const controller = new AbortController();
  const from = performance.now();
  const chunks: Buffer[] = [];
  const timesMs: number[] = [];
  let answer: Answer | undefined;
  let error: string | undefined;
  try {
    answer = await send(controller.signal);
    for await (const chunk of answer.body) {
      chunks.push(Buffer.from(chunk));
      timesMs.push(performance.now() - from);
      if (chunks.length === ask.leaveAfter) {
        controller.abort();
      }
    }
  } catch (thrown) {
    error = codeOf(thrown);
  }
  return { status: answer?.status, headers: answer?.headers ?? {}, chunks, timesMs, error };
}

/** The code nearest to the wire: fetch wraps the error of its connection. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if (error.cause !== undefined) {
    return codeOf(error.cause);
  }
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

async function byFetch({ url, body, headers = {} }: Ask, signal: AbortSignal): Promise<Answer> {
  const response = await fetch(url, { method: 'POST', body, headers, signal });
  return { status: response.status, headers: Object.fromEntries(response.headers), body: response.body ?? nothing() };
}

function byHttps({ url, body, headers = {} }: Ask, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options: RequestOptions = { method: 'POST', headers: { ...headers }, signal };
    const request = httpsRequest(url, options, (response) =>
      resolve({ status: response.statusCode, headers: response.headers, body: response }),
    );
    request.once('error', reject);
    request.end(body);
  });
}

async function byUndici({ url, body, headers = {} }: Ask, signal: AbortSignal): Promise<Answer> {
  const response = await undiciRequest(url, { method: 'POST', body, headers, signal });
  return { status: response.statusCode, headers: response.headers, body: response.body };
}

async function* nothing(): AsyncGenerator<Uint8Array> {}
