import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Clock } from '../core/clock.ts';
import type { Chunk, Ending, Head, Header } from '../core/exchange.ts';
import { UsageFault } from '../core/fault.ts';
import type { EndedBy } from '../recording/recording.ts';
import { httpUrl, openRequest } from '../transport/open-request.ts';
import { hasFraming, headerPairs } from '../transport/raw-headers.ts';
import { watchTransport } from '../transport/watch-transport.ts';
import { watchSilence } from './silence.ts';

/** A request as it leaves. */
export interface OutgoingRequest {
  readonly method: string;
  /** Absolute, http or https. */
  readonly url: string;
  /** In order and case; without `host`, `content-length` and what belongs to one connection only. */
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

/** Whoever reads the answer while it comes. */
export interface TapReader {
  readonly head?: (head: Head) => void;
  /** Returns false when it wants no more until `resume` is called. The bytes are its own only until it returns. */
  readonly chunk?: (bytes: Uint8Array) => boolean;
}

export interface TapOptions {
  readonly request: OutgoingRequest;
  readonly reader: TapReader;
  readonly clock: Clock;
  /** Milliseconds of silence after which the recorder gives up. */
  readonly idleMs: number;
}

/** What came of one request. */
export interface Tapped {
  readonly startedAt: Date;
  /** Absent: the server was not reached, or closed before its head. */
  readonly head?: Head;
  /** One per HTTP chunk and socket read; compressed ones as they came. */
  readonly chunks: readonly Chunk[];
  readonly ending: Ending;
  readonly endedBy: EndedBy;
  /** What the system says of a connection that gave no head: `ECONNREFUSED`, `ENOTFOUND` … */
  readonly failure?: string;
}

/** An exchange that is going on. */
export interface Tap {
  /** Never rejects. */
  readonly ended: Promise<Tapped>;
  /** Ends it from our side; what has come is kept. */
  readonly abort: (by: 'client' | 'recorder') => void;
  readonly resume: () => void;
}

/**
 * Sends a request on a connection of its own, so that how it ends belongs to this exchange alone, and keeps what comes,
 * when, and how it ended: `clean`, `fin` and `rst` as the probe says them; `stall` when nothing came for `idleMs`;
 * `aborted` when we or our client left.
 *
 * @throws UsageFault for a URL or header that cannot be sent
 */
export function openTap({ request: outgoing, reader, clock, idleMs }: TapOptions): Tap {
  const startedAt = clock.date();
  const chunks: Chunk[] = [];
  let head: Head | undefined;
  let headAt = 0;
  let failure: string | undefined;
  let settle: (tapped: Tapped) => void = () => undefined;
  const ended = new Promise<Tapped>((resolve) => {
    settle = resolve;
  });
  let finished = false;
  let response: IncomingMessage | undefined;

  const finish = (ending: Ending, endedBy: EndedBy): void => {
    if (finished) {
      return;
    }
    finished = true;
    silence.stop();
    settle({
      startedAt,
      ...(head === undefined ? {} : { head }),
      chunks,
      ending,
      endedBy,
      ...(failure === undefined ? {} : { failure }),
    });
    request.destroy();
  };
  const request = open(outgoing);
  const transport = watchTransport(request, () => undefined);
  const silence = watchSilence(clock, idleMs, () => finish('stall', 'recorder'));

  request.once('socket', (socket) => {
    // Whoever is told to wait would never see what had come before the peer closed.
    socket.once('end', () => response?.resume());
  });
  request.once('response', (incoming) => {
    response = incoming;
    headAt = clock.now();
    silence.received();
    head = { status: incoming.statusCode ?? 0, headers: headerPairs(incoming.rawHeaders) };
    reader.head?.(head);
    incoming.on('data', (bytes: Buffer) => {
      if (finished) {
        return;
      }
      silence.received();
      // A copy: a piece of a socket read would keep the whole read in memory.
      chunks.push({ atMs: microseconds(clock.now() - headAt), bytes: Buffer.from(bytes) });
      if (reader.chunk?.(bytes) === false) {
        silence.pause();
        incoming.pause();
      }
    });
    // The parser takes any close for the end of a message that has no framing of its own.
    incoming.once('end', () =>
      finish(hasFraming(incoming) || transport.closedBy() === 'fin' ? 'clean' : 'rst', 'upstream'),
    );
    incoming.once('error', () => undefined);
    incoming.once('close', () => finish(transport.closedBy(), 'upstream'));
  });
  request.on('error', (error: NodeJS.ErrnoException) => {
    failure ??= error.code ?? 'unknown error';
  });
  request.once('close', () => {
    if (head === undefined) {
      finish(transport.closedBy(), 'upstream');
    }
  });
  request.end(outgoing.body);

  return {
    ended,
    abort: (by) => finish('aborted', by),
    resume: () => {
      silence.received();
      response?.resume();
    },
  };
}

/** @throws UsageFault for a URL that is none, or a header that HTTP cannot carry */
function open({ method, url, headers, body }: OutgoingRequest): ClientRequest {
  const parsed = httpUrl(url);
  if (parsed === undefined) {
    throw new UsageFault(
      'not an http or https URL',
      withoutQuery(url),
      'give an address as https://HOST or http://HOST:PORT',
    );
  }
  const sent: readonly Header[] = [
    ['host', parsed.host],
    ...headers,
    ...(body.length === 0 && method === 'GET' ? [] : [['content-length', String(body.length)] as const]),
    // What real clients send; servers may choose another framing without it.
    ['connection', 'keep-alive'],
  ];
  try {
    return openRequest(parsed, { method, headers: sent.flat() });
  } catch {
    // The system's message would quote the value, which may be a key.
    throw new UsageFault('a header has a value that HTTP cannot carry', parsed.host, 'look for line breaks in the key');
  }
}

/** A query may hold a key. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** Times in a file are rounded to what the clock can tell. */
function microseconds(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
