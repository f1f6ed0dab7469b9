import type nockModule from 'nock';
import { type Clock, systemClock } from '../core/clock.ts';
import type { WireScript } from '../core/exchange.ts';
import { UsageFault } from '../core/fault.ts';
import type { JsonObject } from '../core/json.ts';
import type { RequestBody } from '../transport/request-body.ts';
import type { CaseFinder } from './case-token.ts';
import { createInProcessPeer, type InProcessResponse } from './in-process-peer.ts';
import { type Answer, type CaseJournal, createExpectedCase, type JournalEntry } from './journal.ts';
import { jsonScript } from './json-script.ts';
import { atSpeed } from './pace.ts';
import { type Arrival, createReception, type ReceptionOptions } from './reception.ts';
import type { StrayRequest } from './seen-request.ts';
import { createRecordingAnswer, recordingModel, type ServableRecording } from './serve.ts';

/** The addresses to which the official SDKs send requests. */
export const providerOrigins: readonly string[] = [
  'https://api.openai.com',
  'https://api.anthropic.com',
  'https://generativelanguage.googleapis.com',
];

export interface InProcessOptions extends Pick<ReceptionOptions, 'readers' | 'onEntry' | 'bodyLimit'> {
  /** Recordings that answer any request, as in `relaycert serve`; the model `recording:<name>` picks one. */
  readonly recordings?: readonly ServableRecording[];
  /** Answers any request, instead of recordings. */
  readonly answer?: Answer | WireScript;
  /** Origins to serve, as `https://host[:port]`; by default those of the official SDKs. */
  readonly origins?: readonly string[];
  /** Lets requests to this machine pass. By default they are refused like all others. */
  readonly allowLoopback?: boolean;
  /**
   * The speed of a script: 1, the default, is the recorded speed, 4 is four times as fast, and `Infinity` never waits.
   */
  readonly speed?: number;
  /** Default: the clock of this machine. */
  readonly clock?: Clock;
}

/** A fake provider inside this process. */
export interface InProcessUpstream {
  /** Every request that `recordings` or `answer` answered, in order. It grows as requests come. */
  readonly attempts: readonly JournalEntry[];
  /** Resolves when at least one request was made and all have ended. Rejects with the fault of an answer. */
  readonly settled: () => Promise<void>;
  /** Like `Upstream.expect`: a case of its own for the requests that carry a token. */
  readonly expect: (token: string, answer: Answer, fallback: CaseFinder) => CaseJournal;
  /** Requests that were answered without a script, oldest first. Only the first 1,000 are kept. */
  readonly strays: readonly StrayRequest[];
  /** Ends what is still running, forgets the origins and opens the network again. */
  readonly close: () => Promise<void>;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const;

const loopback = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|::1)(?::\d+)?$/;

let serving = false;

/**
 * Serves wire scripts to the code of this same process, without a port. A request to one of the origins through
 * `fetch`, `node:http` or undici gets the answer of the fake upstream, chunk by chunk, at the script's times, and is
 * journaled. HTTP to any other host is refused at once (`ENETUNREACH`) until `close`.
 *
 * nock stands between client and script, below the client's HTTP parser, so framing, chunk boundaries, decompression
 * and a client's abort are real. It has three limits: `fin` and `rst` look the same once the head was sent (a closed
 * connection: `UND_ERR_SOCKET` in fetch, `ECONNRESET` in node:http), request headers come in alphabetical order, and
 * TCP does not split anything.
 *
 * The first call loads nock. `close` takes it out again unless it has interceptors of others.
 *
 * @throws UsageFault when this process is served already, for a text that is not an origin, and for a speed that is not
 * positive
 */
export async function serveInProcess(options: InProcessOptions = {}): Promise<InProcessUpstream> {
  const { clock = systemClock, recordings = [], speed = 1 } = options;
  const origins = (options.origins ?? providerOrigins).map(checkedOrigin);
  if (!(speed > 0)) {
    throw new UsageFault(
      `the speed must be a positive number, not ${speed}`,
      'serveInProcess',
      '1 is the recorded speed',
    );
  }
  const answer = chosenAnswer(options);
  // Loaded only here, because loading nock puts it between every socket of the process and its user.
  const { default: nock } = await import('nock');
  if (serving) {
    throw new UsageFault('this process is served already', 'serveInProcess', 'close the first one before the next');
  }
  serving = true;
  if (!nock.isActive()) {
    nock.activate();
  }

  const paced =
    (inner: Answer): Answer =>
    (seen) =>
      atSpeed(inner(seen), speed);
  const rest =
    answer === undefined
      ? undefined
      : createExpectedCase({ token: '', finder: 'single-flight', answer: paced(answer), forget: () => undefined });
  const reception = createReception({
    ...options,
    clock,
    models: recordings.map(({ name }) => recordingModel(name)),
    ...(rest === undefined ? {} : { rest }),
  });

  const interceptors: nockModule.Interceptor[] = origins.flatMap((origin) => {
    const scope = nock(origin).persist();
    return methods.map((method) => {
      const interceptor = scope.intercept(() => true, method);
      interceptor.reply(async (request: Request) => {
        const { status, body, headers } = await respond(request, reception.receive);
        return [status, body, headers.flat()];
      });
      return interceptor;
    });
  });
  nock.disableNetConnect();
  if (options.allowLoopback === true) {
    nock.enableNetConnect((host) => loopback.test(host));
  }

  return {
    attempts: rest?.journal.attempts ?? [],
    settled: () => rest?.journal.settled() ?? Promise.resolve(),
    expect: (token, inner, fallback) => reception.expect(token, paced(inner), fallback),
    strays: reception.strays,
    close: async () => {
      reception.stop();
      rest?.journal.release();
      // An answer that has just been read is still being put away. A connection that is reused meanwhile would be cut.
      await new Promise((resolve) => setImmediate(resolve));
      await new Promise((resolve) => setImmediate(resolve));
      for (const interceptor of interceptors) {
        nock.removeInterceptor(interceptor);
      }
      nock.enableNetConnect();
      if (nock.activeMocks().length === 0) {
        nock.cleanAll();
        nock.restore();
      }
      serving = false;
    },
  };
}

function chosenAnswer({ recordings, answer }: InProcessOptions): Answer | undefined {
  if (recordings !== undefined && answer !== undefined) {
    throw new UsageFault('recordings and answer cannot be used together', 'serveInProcess', 'give only one of them');
  }
  if (recordings !== undefined) {
    return createRecordingAnswer(recordings);
  }
  return typeof answer === 'object' ? () => answer : answer;
}

function checkedOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.origin !== text.replace(/\/$/, '')) {
    throw new UsageFault(
      `${text} is not an origin`,
      'serveInProcess',
      'give only scheme and host, as in https://api.openai.com',
    );
  }
  return url.origin;
}

/** What the client gets: the head and the running body of its script, or one JSON document. */
async function respond(request: Request, receive: (arrival: Arrival) => Promise<void>): Promise<InProcessResponse> {
  const { peer, response, headWritten } = createInProcessPeer(request);
  const { pathname, search } = new URL(request.url);
  const sendJson = (status: number, body: JsonObject): void => {
    if (headWritten()) {
      peer.close();
      return;
    }
    const { head, writes } = jsonScript(status, body);
    peer.writeHead(head, false);
    void peer.finish(writes[0]?.bytes);
  };
  await receive({
    method: request.method,
    url: pathname + search,
    rawHeaders: [...request.headers].flat(),
    readBody: (limit) => readBody(request, limit),
    sendJson,
    peer,
  });
  return response;
}

async function readBody(request: Request, limit: number): Promise<RequestBody> {
  const bytes = await request.arrayBuffer();
  return bytes.byteLength > limit ? { state: 'too-large' } : { state: 'whole', bytes: Buffer.from(bytes) };
}
