import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Clock } from '../core/clock.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import { isObject, type JsonObject, parseJson } from '../core/json.ts';
import type { Mode } from '../core/route.ts';
import type { NeutralRequest } from '../core/scenario.ts';
import { matchEndpoint } from '../dialects/match-endpoint.ts';
import { dialects } from '../dialects/registry.generated.ts';
import type { Provenance } from '../recording/recording.ts';
import { modalityFacts, requestFacts } from '../recording/request-facts.ts';
import { listen } from '../transport/listen.ts';
import { headerPairs } from '../transport/raw-headers.ts';
import { bodyLimit, readRequestBody } from '../transport/request-body.ts';
import { forwardedHeaders } from './connection-headers.ts';
import { passThrough } from './pass-through.ts';
import { joinUrl } from './providers.ts';
import { endAs, refuse, writeHead } from './proxy-response.ts';
import type { RecordedExchange, RunningExchange } from './record-exchange.ts';
import type { Recorder } from './recorder.ts';
import { proxyRecordingName } from './recording-name.ts';
import type { OutgoingRequest } from './tap.ts';

export interface ProxyOptions {
  readonly recorder: Recorder;
  readonly clock: Clock;
  readonly port: number;
  /** Base URL of the server behind it, without a slash at its end. */
  readonly to: string;
  /** Only requests of this dialect are recorded; those of all dialects where absent. */
  readonly dialect?: DialectId;
  readonly provenance: Provenance;
  readonly relay?: string;
  /** Habits of the server, for recordings of `dialect`. */
  readonly traits?: readonly string[];
  /** Called for every exchange that has ended, once it is written or could not be written. */
  readonly onExchange: (exchange: ProxiedExchange) => void;
  /** Called for every request that is passed on and not recorded. */
  readonly onPassed: (request: { readonly method: string; readonly path: string; readonly reason: string }) => void;
}

export interface ProxiedExchange {
  readonly dialect: DialectId;
  readonly mode: Mode;
  readonly model: string;
  readonly result: RecordedExchange | { readonly fault: unknown };
}

/** A reverse proxy that records what passes through it. */
export interface RecordingProxy {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  /** Takes no more requests and ends running ones as aborted by the recorder. Resolves when all are written. */
  readonly close: () => Promise<void>;
}

/**
 * Listens on 127.0.0.1 and passes every request on. Those to a path of a dialect become recordings. Bytes go on as they
 * come. A slow client slows the server down. When a client leaves, its request ends too. The client's connection ends
 * as the server's did.
 *
 * @throws HarnessFault when the port is taken
 */
export async function startRecordingProxy(options: ProxyOptions): Promise<RecordingProxy> {
  const { recorder, clock, to, provenance, relay, traits = [], onExchange, onPassed } = options;
  const startedAt = clock.date();
  const readers = options.dialect === undefined ? Object.values(dialects) : [dialects[options.dialect]];
  const running = new Set<RunningExchange>();
  const writing = new Set<Promise<void>>();
  let ordinal = 0;

  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    // A client that leaves in mid-write shows up here. The 'close' that follows is what counts.
    response.on('error', () => undefined);
    const { method = 'GET', url: path = '/' } = incoming;
    const url = joinUrl(to, path);
    const pass = (reason: string, body?: Uint8Array): void => {
      onPassed({ method, path: path.replace(/[?#].*$/s, ''), reason });
      passThrough(incoming, response, url, body);
    };
    const endpoint = method === 'POST' ? matchEndpoint(path, readers) : undefined;
    if (endpoint === undefined) {
      pass('not a path of a dialect');
      return;
    }
    const read = await readRequestBody(incoming);
    if (read.state === 'aborted') {
      return;
    }
    if (read.state === 'too-large') {
      refuse(response, 413, `the request is larger than ${bodyLimit} bytes`);
      return;
    }
    const body = read.bytes;
    const parsed = parseJson(body.toString('utf8'));
    if (!parsed.ok || !isObject(parsed.value)) {
      pass('its body is not a JSON object', body);
      return;
    }
    const { dialect } = endpoint;
    const { neutral, mode } = endpoint.read(parsed.value);
    const headers = forwardedHeaders(headerPairs(incoming.rawHeaders), 'request');
    record({ response, dialect, mode, neutral, json: parsed.value, request: { method, url, headers, body } });
  };

  const record = ({ response, dialect, mode, neutral, json, request }: Arrival): void => {
    const details = {
      dialect,
      mode,
      provenance,
      ...(relay === undefined ? {} : { relay }),
      traits,
      facts: { ...requestFacts(neutral), ...modalityFacts(json) },
      request,
      body: json,
    };
    ordinal += 1;
    const name = proxyRecordingName(startedAt, ordinal, neutral.model);
    const exchange = recorder.record({
      details,
      reader: { head: (head) => writeHead(response, head), chunk: (bytes) => response.write(bytes) },
      name: () => name,
    });
    running.add(exchange);
    response.on('drain', exchange.resume);
    response.once('close', () => exchange.abort('client'));
    if (response.destroyed) {
      exchange.abort('client');
    }
    const written = conclude(exchange, response, request.url).then((result) => {
      running.delete(exchange);
      onExchange({ dialect, mode, model: neutral.model, result });
    });
    writing.add(written);
    written.finally(() => writing.delete(written));
  };

  const server = createServer({ noDelay: true, keepAlive: true }, (incoming, response) => {
    serve(incoming, response).catch(() => refuse(response, 500, 'the request could not be passed on'));
  });
  // A client that pauses long between two requests keeps its connection, as it does with providers.
  server.keepAliveTimeout = 60_000;
  server.requestTimeout = 0;
  const url = await listen(server, '127.0.0.1', options.port);

  return {
    url,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const exchange of running) {
        exchange.abort('recorder');
      }
      await Promise.all(writing);
      server.closeAllConnections();
      await closed;
    },
  };
}

interface Arrival {
  readonly response: ServerResponse;
  readonly dialect: DialectId;
  readonly mode: Mode;
  readonly neutral: NeutralRequest;
  readonly json: JsonObject;
  readonly request: OutgoingRequest;
}

/** Ends the client's side first, then waits for the file. */
async function conclude(
  exchange: RunningExchange,
  response: ServerResponse,
  url: string,
): Promise<ProxiedExchange['result']> {
  const tapped = await exchange.tapped;
  if (tapped?.head === undefined) {
    refuse(response, 502, `no answer from ${new URL(url).host} (${tapped?.failure ?? 'the connection was closed'})`);
  } else {
    await endAs(response, tapped);
  }
  try {
    return await exchange.recorded;
  } catch (fault) {
    return { fault };
  }
}
