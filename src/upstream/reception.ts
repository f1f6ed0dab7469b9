import type { Clock } from '../core/clock.ts';
import { headerValue, type WireScript } from '../core/exchange.ts';
import { isObject, type JsonObject, parseJson } from '../core/json.ts';
import { type AskedEndpoint, matchEndpoint, type RequestReader } from '../dialects/match-endpoint.ts';
import { dialects } from '../dialects/registry.generated.ts';
import { bodyLimit, type RequestBody } from '../transport/request-body.ts';
import { errorBody } from '../transport/respond.ts';
import { inAskedFraming } from './asked-framing.ts';
import { createCaseBook } from './case-book.ts';
import { type CaseFinder, caseHeader } from './case-token.ts';
import { type Answer, type CaseJournal, createEntry, type ExpectedCase, type JournalEntry } from './journal.ts';
import { jsonScript } from './json-script.ts';
import { modelList } from './model-list.ts';
import type { Peer } from './peer.ts';
import { type Playback, playScript } from './playback.ts';
import { redactHeaders, redactPath } from './redact.ts';
import type { SeenRequest, StrayReason, StrayRequest } from './seen-request.ts';

/** Options of every fake upstream, however requests reach it. */
export interface ReceptionOptions {
  readonly clock: Clock;
  /** Dialects whose paths are known; all by default. */
  readonly readers?: readonly RequestReader[];
  /** Answers requests of a known dialect that belong to no case. Without it they get a 404. */
  readonly otherwise?: Answer;
  /** A case that takes such requests instead of `otherwise`, and records each. */
  readonly rest?: ExpectedCase;
  /** Called for every attempt that has ended, including those of `otherwise`. */
  readonly onEntry?: (entry: JournalEntry) => void;
  /** Names for `GET /v1/models`; a function is asked for each list. */
  readonly models?: readonly string[] | (() => readonly string[]);
  /** Largest request body in bytes; default 64 MiB. */
  readonly bodyLimit?: number;
}

/** One request, however it arrived. */
export interface Arrival {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** Names and values alternate, as they came. */
  readonly rawHeaders: readonly string[];
  readonly readBody: (limit: number) => Promise<RequestBody>;
  /** Answers with one JSON document. Ends the connection if a head has already left. */
  readonly sendJson: (status: number, body: JsonObject) => void;
  readonly peer: Peer;
}

/** Takes requests, finds what to play to each, plays it, and keeps a record. */
export interface Reception {
  readonly receive: (arrival: Arrival) => Promise<void>;
  readonly expect: (token: string, answer: Answer, fallback: CaseFinder) => CaseJournal;
  readonly strays: readonly StrayRequest[];
  /** Releases all cases and ends everything that is still running. */
  readonly stop: () => void;
}

/** A request that can be answered by a script. */
interface Question {
  readonly arrival: Arrival;
  readonly endpoint: AskedEndpoint;
  readonly body: JsonObject;
  readonly arrivedAtMs: number;
}

const keptStrays = 1_000;

export function createReception(options: ReceptionOptions): Reception {
  const { clock, otherwise, rest, onEntry } = options;
  const readers = options.readers ?? Object.values(dialects);
  const { models = ['relaycert'] } = options;
  const limit = options.bodyLimit ?? bodyLimit;
  const book = createCaseBook();
  const strays: StrayRequest[] = [];
  const loose = new Set<Playback>();

  const receive = async (arrival: Arrival): Promise<void> => {
    const arrivedAtMs = clock.now();
    const { method, url } = arrival;
    const endpoint = method === 'POST' ? matchEndpoint(url, readers) : undefined;

    const turnAway = (status: number, reason: StrayReason, message: string): void => {
      if (strays.length < keptStrays) {
        const dialect = endpoint === undefined ? {} : { dialect: endpoint.dialect };
        strays.push({ method, path: redactPath(url), reason, ...dialect, arrivedAtMs });
      }
      arrival.sendJson(status, refusal(message));
    };

    const read = await arrival.readBody(limit);
    if (read.state === 'aborted') {
      return;
    }
    if (read.state === 'too-large') {
      turnAway(413, 'too-large', `the body is larger than ${limit} bytes`);
      return;
    }
    if (endpoint === undefined) {
      const list = method === 'GET' ? modelList(url, typeof models === 'function' ? models() : models) : undefined;
      if (list === undefined) {
        turnAway(404, 'unknown-path', 'no dialect has this path');
      } else {
        arrival.sendJson(200, list);
      }
      return;
    }
    const parsed = parseJson(read.bytes.toString('utf8'));
    if (!parsed.ok || !isObject(parsed.value)) {
      turnAway(400, 'not-json', 'the body is not a JSON object');
      return;
    }
    if (!answerCase({ arrival, endpoint, body: parsed.value, arrivedAtMs })) {
      turnAway(404, 'no-case', 'no case is expected for this request');
    }
  };

  const answerCase = ({ arrival, endpoint, body, arrivedAtMs }: Question): boolean => {
    const headers = redactHeaders(arrival);
    const { neutral, mode } = endpoint.read(body);
    const expected = book.find(neutral, headerValue(headers, caseHeader)) ?? rest;
    const answer = expected?.answer ?? otherwise;
    if (answer === undefined) {
      return false;
    }
    const seen: SeenRequest = {
      dialect: endpoint.dialect,
      mode,
      method: arrival.method,
      path: redactPath(arrival.url),
      headers,
      body,
      neutral,
      attempt: expected?.nextAttempt() ?? 0,
      arrivedAtMs,
    };
    const script = inAskedFraming(scriptFor(answer, seen, expected?.fail), endpoint.dialect, endpoint.framing);
    const playback = playScript({ script, peer: arrival.peer, clock, arrivedAtMs });
    const entry = expected?.add(seen, playback) ?? createEntry(seen, playback);
    if (expected === undefined) {
      loose.add(playback);
    }
    playback.ended
      // The case keeps the fault of a script that cannot be played.
      .catch(() => arrival.sendJson(500, refusal('the script cannot be played')))
      .finally(() => {
        loose.delete(playback);
        onEntry?.(entry);
      });
    return true;
  };

  return {
    receive,
    expect: book.expect,
    strays,
    stop: () => {
      book.releaseAll();
      for (const playback of loose) {
        playback.stop();
      }
    },
  };
}

/** The script of an answer, or a 500 when the answer threw, so that the relay does not wait in vain. */
function scriptFor(answer: Answer, seen: SeenRequest, fail: ((error: unknown) => void) | undefined): WireScript {
  try {
    return answer(seen);
  } catch (error) {
    fail?.(error);
    return jsonScript(500, refusal('the upstream has no answer to this request'));
  }
}

function refusal(message: string): JsonObject {
  return errorBody('not_found_error', `relaycert upstream: ${message}`);
}
