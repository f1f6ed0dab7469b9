import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '../core/clock.ts';
import { headerValue, type WireScript } from '../core/exchange.ts';
import { isObject, type JsonObject, parseJson } from '../core/json.ts';
import { dialects } from '../dialects/registry.generated.ts';
import { inAskedFraming } from './asked-framing.ts';
import { createCaseBook } from './case-book.ts';
import { type CaseFinder, caseHeader } from './case-token.ts';
import { type Endpoint, findEndpoint, type RequestReader } from './classify.ts';
import { type Answer, type CaseJournal, createEntry, type JournalEntry } from './journal.ts';
import { jsonScript } from './json-script.ts';
import { listen } from './listen.ts';
import { modelList } from './model-list.ts';
import { type Playback, playScript } from './playback.ts';
import { redactHeaders, redactPath } from './redact.ts';
import { bodyLimit, readRequestBody } from './request-body.ts';
import type { SeenRequest, StrayReason, StrayRequest } from './seen-request.ts';

/** The fake provider. It speaks plain HTTP and plays whatever script the case of a request says. */
export interface Upstream {
  /** Base URL without a slash at its end: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /**
   * Waits for a case's requests. `fallback` says how far to go to find the case: its token in the last user message
   * only, or else in the header `x-relaycert-case`, or else as the only case that is expected.
   *
   * @throws HarnessFault for a token that is not made of letters a to z, or is expected already
   */
  readonly expect: (token: string, answer: Answer, fallback: CaseFinder) => CaseJournal;
  /** Requests that belonged to no case, oldest first; the first 1,000 are kept. */
  readonly strays: readonly StrayRequest[];
  /** Releases all cases, ends every connection, stalled ones too, and frees the port. */
  readonly close: () => Promise<void>;
}

export interface UpstreamOptions {
  readonly clock: Clock;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: 0, a free one. */
  readonly port?: number;
  /** Dialects whose paths are known; all by default. */
  readonly readers?: readonly RequestReader[];
  /** Answers requests of a known dialect that belong to no case; without it they get a 404. */
  readonly otherwise?: Answer;
  /** Told of every attempt that has ended, those of `otherwise` too. */
  readonly onEntry?: (entry: JournalEntry) => void;
  /** Names for `GET /v1/models`. */
  readonly models?: readonly string[];
  /** Largest request body in bytes; default 64 MiB. */
  readonly bodyLimit?: number;
}

const keptStrays = 1_000;

/**
 * Starts a fake upstream.
 *
 * A request is answered by a script only if its path belongs to a dialect and its case is expected (or `otherwise`
 * given). Lists of models are answered by themselves; everything else is a stray: 404, 413 for a body over the limit,
 * 400 for one that is not a JSON object.
 *
 * @throws HarnessFault when the port is in use
 */
export async function startUpstream(options: UpstreamOptions): Promise<Upstream> {
  const { clock, host = '127.0.0.1', port = 0, otherwise, onEntry } = options;
  const readers = options.readers ?? Object.values(dialects);
  const models = options.models ?? ['relaycert'];
  const limit = options.bodyLimit ?? bodyLimit;
  const book = createCaseBook();
  const strays: StrayRequest[] = [];
  const loose = new Set<Playback>();

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const arrivedAtMs = clock.now();
    const { method = 'GET', url = '/' } = request;
    const endpoint = method === 'POST' ? findEndpoint(url, readers) : undefined;

    const turnAway = (status: number, reason: StrayReason, message: string): void => {
      if (strays.length < keptStrays) {
        const dialect = endpoint === undefined ? {} : { dialect: endpoint.dialect };
        strays.push({ method, path: redactPath(url), reason, ...dialect, arrivedAtMs });
      }
      sendJson(response, status, errorBody(message));
    };

    const read = await readRequestBody(request, limit);
    if (read.state === 'aborted') {
      return;
    }
    if (read.state === 'too-large') {
      turnAway(413, 'too-large', `the body is larger than ${limit} bytes`);
      return;
    }
    if (endpoint === undefined) {
      const list = method === 'GET' ? modelList(url, models) : undefined;
      if (list === undefined) {
        turnAway(404, 'unknown-path', 'no dialect has this path');
      } else {
        sendJson(response, 200, list);
      }
      return;
    }
    const parsed = parseJson(read.text);
    if (!parsed.ok || !isObject(parsed.value)) {
      turnAway(400, 'not-json', 'the body is not a JSON object');
      return;
    }
    if (!answerCase({ request, response, endpoint, body: parsed.value, method, url, arrivedAtMs })) {
      turnAway(404, 'no-case', 'no case is expected for this request');
    }
  };

  const answerCase = (arrival: Arrival): boolean => {
    const { request, response, endpoint, body, method, url, arrivedAtMs } = arrival;
    const headers = redactHeaders(request);
    const { neutral, mode } = endpoint.read(body);
    const expected = book.find(neutral, headerValue(headers, caseHeader));
    const answer = expected?.answer ?? otherwise;
    if (answer === undefined) {
      return false;
    }
    const seen: SeenRequest = {
      dialect: endpoint.dialect,
      mode,
      method,
      path: redactPath(url),
      headers,
      body,
      neutral,
      attempt: expected?.nextAttempt() ?? 0,
      arrivedAtMs,
    };
    const script = inAskedFraming(scriptFor(answer, seen, expected?.fail), endpoint.framing);
    const playback = playScript({ script, request, response, clock, arrivedAtMs });
    const entry = expected?.add(seen, playback) ?? createEntry(seen, playback);
    if (expected === undefined) {
      loose.add(playback);
    }
    playback.ended
      // The fault of a script that cannot be played is kept by the case.
      .catch(() => {
        if (response.headersSent) {
          response.destroy();
        } else {
          sendJson(response, 500, errorBody('the script cannot be played'));
        }
      })
      .finally(() => {
        loose.delete(playback);
        onEntry?.(entry);
      });
    return true;
  };

  const server = createServer({ noDelay: true, keepAlive: true }, serve);
  // Relays reuse connections; one that closed by itself just then would look like a fault of the script.
  server.keepAliveTimeout = 0;
  const url = await listen(server, host, port);

  return {
    url,
    expect: book.expect,
    strays,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      book.releaseAll();
      for (const playback of loose) {
        playback.stop();
      }
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly endpoint: Endpoint;
  readonly body: JsonObject;
  readonly method: string;
  readonly url: string;
  readonly arrivedAtMs: number;
}

/** The script of an answer; a 500 when the answer threw, so that the relay does not wait for nothing. */
function scriptFor(answer: Answer, seen: SeenRequest, fail: ((error: unknown) => void) | undefined): WireScript {
  try {
    return answer(seen);
  } catch (error) {
    fail?.(error);
    return jsonScript(500, errorBody('the upstream has no answer to this request'));
  }
}

function sendJson(response: ServerResponse, status: number, body: JsonObject): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Readable for clients of every dialect: all of them look for `error.message`. */
function errorBody(message: string): JsonObject {
  return { type: 'error', error: { type: 'not_found_error', message: `relaycert upstream: ${message}` } };
}
