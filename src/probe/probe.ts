import type { ClientRequest } from 'node:http';
import type { Clock } from '../core/clock.ts';
import { type Capture, type DeadlineName, type Deadlines, headerValue } from '../core/exchange.ts';
import { HarnessFault, UsageFault } from '../core/fault.ts';
import type { JsonObject } from '../core/json.ts';
import { decodeContent } from '../transport/content-decoding.ts';
import { httpUrl, openRequest } from '../transport/open-request.ts';
import { receive } from '../transport/receive.ts';
import { isPeerTrouble } from '../transport/watch-transport.ts';
import { watchDeadlines } from './deadline-watch.ts';

export interface ProbeOptions {
  /** Absolute URL of the relay's endpoint, http or https. */
  readonly url: string;
  /**
   * Added to the probe's own `content-type`, `accept`, `accept-encoding: identity` and `user-agent`, or replace them.
   */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: JsonObject;
  readonly deadlines: Deadlines;
  readonly clock: Clock;
  /** Milliseconds by which our own process has been late so far. Deadlines are extended by what is added meanwhile. */
  readonly delayed?: () => number;
  /** Starts the deadline `afterUpstreamEnd`. A rejection counts as an end too. */
  readonly upstreamEnded?: Promise<void>;
  /** The end of the relay's last attempt, in ms of the clock; undefined while one runs. */
  readonly upstreamEndedAt?: () => number | undefined;
  /** Closes the connection after this many chunks, or with 0 after the head, like a client that has seen enough. */
  readonly abortAfterChunks?: number;
}

/**
 * Sends one POST request on a connection of its own. Keeps all that comes back, when it comes, and how it ends.
 *
 * The ending is what `receive` says, or `aborted` when we closed the connection, with the deadline's name if one of
 * ours had passed. A stalled relay shows as the deadline that it let pass. A compressed response is decompressed, but
 * its headers stay as they were.
 *
 * @throws UsageFault for anything but an http or https URL
 * @throws HarnessFault when the machine cannot make a connection: unknown host, no sockets left, a bad certificate
 */
export async function sendProbe(options: ProbeOptions): Promise<Capture> {
  const { url, clock, deadlines, upstreamEnded, abortAfterChunks = Number.POSITIVE_INFINITY } = options;
  const startedAt = clock.now();
  const text = JSON.stringify(options.body);
  const request = open(url, options.headers, Buffer.byteLength(text));
  let deadline: DeadlineName | undefined;
  let chunksSeen = 0;
  const leaveWithEnough = (): void => {
    watch.received();
    if (chunksSeen >= abortAfterChunks) {
      end('aborted');
    }
  };
  const { received, end } = receive(request, clock, {
    connected: () => watch.connected(),
    head: leaveWithEnough,
    chunk: () => {
      chunksSeen += 1;
      leaveWithEnough();
    },
  });
  const watch = watchDeadlines(
    clock,
    deadlines,
    (name) => {
      if (end('aborted')) {
        deadline = name;
      }
    },
    options.upstreamEndedAt,
    options.delayed,
  );
  upstreamEnded?.then(watch.upstreamEnded, watch.upstreamEnded);
  request.end(text);

  const { head, chunks, ending, failure } = await received;
  const endedAtMs = clock.now() - startedAt;
  watch.stop();
  if (head === undefined && deadline === undefined && failure !== undefined && !isPeerTrouble(failure)) {
    throw new HarnessFault(`cannot connect (${failure})`, url, 'check the URL of the relay');
  }
  const decoded = await decodeContent(headerValue(head?.headers ?? [], 'content-encoding'), chunks);
  return {
    ...(head === undefined ? {} : { head }),
    chunks: decoded.chunks,
    ...(decoded.mislabelled && { mislabelled: true }),
    ending,
    endedAtMs,
    ...(deadline === undefined ? {} : { deadline }),
  };
}

const ownHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  accept: '*/*',
  'accept-encoding': 'identity',
  'user-agent': 'relaycert',
  // Real clients send it, and without it relays may choose another framing for the response.
  connection: 'keep-alive',
};

/** @throws UsageFault for anything but an http or https URL */
function open(url: string, headers: Readonly<Record<string, string>>, bodyBytes: number): ClientRequest {
  const parsed = httpUrl(url);
  if (parsed === undefined) {
    throw new UsageFault('not an http or https URL', url, 'give the address of the relay as http://HOST:PORT/PATH');
  }
  const merged = { ...ownHeaders, 'content-length': String(bodyBytes) };
  const added = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return openRequest(parsed, { method: 'POST', headers: { ...merged, ...Object.fromEntries(added) } });
}
