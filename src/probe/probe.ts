import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Clock } from '../core/clock.ts';
import {
  type Capture,
  type Chunk,
  type DeadlineName,
  type Deadlines,
  type Ending,
  type Head,
  headerValue,
} from '../core/exchange.ts';
import { HarnessFault, UsageFault } from '../core/fault.ts';
import type { JsonObject } from '../core/json.ts';
import { decodeContent } from '../transport/content-decoding.ts';
import { httpUrl, openRequest } from '../transport/open-request.ts';
import { hasFraming, headerPairs } from '../transport/raw-headers.ts';
import { isPeerTrouble, watchTransport } from '../transport/watch-transport.ts';
import { watchDeadlines } from './deadline-watch.ts';

export interface ProbeOptions {
  /** Absolute URL of the relay's endpoint, http or https. */
  readonly url: string;
  /** Added to, and winning over, the probe's own `content-type`, `accept`, `accept-encoding: identity` and `user-agent`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly deadlines: Deadlines;
  readonly clock: Clock;
  /** Starts the deadline `afterUpstreamEnd`; a rejection counts as an end too. */
  readonly upstreamEnded?: Promise<void>;
  /** When the last attempt that the relay made has ended, in ms of the clock; undefined while one runs. */
  readonly upstreamEndedAt?: () => number | undefined;
  /** Closes the connection after so many chunks, as a client does that has seen enough. 0: after the head. */
  readonly abortAfterChunks?: number;
}

/**
 * Sends one request and keeps all that comes back, when, and how it ended. A POST on a connection of its own.
 *
 * The ending: `clean` when the message was whole (chunked terminator, content-length, or the close of a response that
 * declares neither); `fin` when the connection closed before that, or its framing broke; `rst` when it was reset;
 * `aborted` when we closed it, with the deadline's name if one of ours had passed. A relay that refuses the connection
 * or cannot be reached is no head and `rst`. A stalled relay shows as the deadline that it let pass.
 *
 * Chunks are what the HTTP parser gave: one per HTTP chunk and socket read. A compressed response is decompressed, its
 * headers stay as they were.
 *
 * Built on node:http and not on undici or fetch: it shows the socket below a response, which alone tells a FIN from a
 * reset (the response gives `ECONNRESET` for both); its 'end' comes only when the parser saw the whole message; headers
 * keep their order and case; and there is no timeout or pool of its own to switch off.
 *
 * @throws UsageFault for a URL that is none
 * @throws HarnessFault when the machine cannot make a connection: unknown host, no sockets left, a bad certificate
 */
export async function sendProbe(options: ProbeOptions): Promise<Capture> {
  const received = await exchange(options);
  const chunks = await decodeContent(headerValue(received.head?.headers ?? [], 'content-encoding'), received.chunks);
  return { ...received, chunks };
}

function exchange(options: ProbeOptions): Promise<Capture> {
  const { clock, deadlines, upstreamEnded, abortAfterChunks = Number.POSITIVE_INFINITY } = options;
  const startedAt = clock.now();
  const chunks: Chunk[] = [];
  let head: Head | undefined;
  let headAt = startedAt;
  let finished = false;

  return new Promise((resolve, reject) => {
    const text = JSON.stringify(options.body);
    const request = open(options.url, options.headers, Buffer.byteLength(text));
    const transport = watchTransport(request, () => watch.connected());

    const finish = (ending: Ending, deadline?: DeadlineName): void => {
      if (finished) {
        return;
      }
      finished = true;
      watch.stop();
      resolve({
        ...(head === undefined ? {} : { head }),
        chunks,
        ending,
        endedAtMs: clock.now() - startedAt,
        ...(deadline === undefined ? {} : { deadline }),
      });
      request.destroy();
    };
    const watch = watchDeadlines(clock, deadlines, (name) => finish('aborted', name), options.upstreamEndedAt);

    const receive = (response: IncomingMessage): void => {
      headAt = clock.now();
      watch.received();
      head = { status: response.statusCode ?? 0, headers: headerPairs(response.rawHeaders) };
      response.on('data', (bytes: Buffer) => {
        if (finished) {
          return;
        }
        watch.received();
        chunks.push({ atMs: clock.now() - headAt, bytes });
        if (chunks.length >= abortAfterChunks) {
          finish('aborted');
        }
      });
      // The parser takes any close for the end of a message that has no framing of its own.
      response.once('end', () => finish(hasFraming(response) ? 'clean' : endOfClose[transport.closedBy()]));
      // Both come for an early close; the socket's own events say which kind it was.
      response.once('error', () => undefined);
      response.once('close', () => finish(transport.closedBy()));
      if (abortAfterChunks === 0) {
        finish('aborted');
      }
    };

    request.once('response', receive);
    request.on('error', (error: NodeJS.ErrnoException) => {
      const code = error.code ?? error.message;
      if (head === undefined && !finished && !isPeerTrouble(code)) {
        finished = true;
        watch.stop();
        reject(new HarnessFault(`cannot connect (${code})`, options.url, 'check the URL of the relay'));
      }
    });
    request.once('close', () => {
      // With a head, the response's own 'close' comes after the last of its chunks; this one may come before.
      if (head === undefined) {
        finish(transport.closedBy());
      }
    });
    upstreamEnded?.then(watch.upstreamEnded, watch.upstreamEnded);
    request.end(text);
  });
}

const ownHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  accept: '*/*',
  'accept-encoding': 'identity',
  'user-agent': 'relaycert',
  // What real clients send; without it relays may choose another framing for the response.
  connection: 'keep-alive',
};

/** @throws UsageFault for a URL that is none, or not http(s) */
function open(url: string, headers: Readonly<Record<string, string>>, bodyBytes: number): ClientRequest {
  const parsed = httpUrl(url);
  if (parsed === undefined) {
    throw new UsageFault('not an http or https URL', url, 'give the address of the relay as http://HOST:PORT/PATH');
  }
  const merged = { ...ownHeaders, 'content-length': String(bodyBytes) };
  const added = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return openRequest(parsed, { method: 'POST', headers: { ...merged, ...Object.fromEntries(added) } });
}

const endOfClose = { fin: 'clean', rst: 'rst' } as const;
