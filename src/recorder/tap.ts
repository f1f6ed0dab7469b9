import type { ClientRequest } from 'node:http';
import type { Clock } from '../core/clock.ts';
import type { Head, Header } from '../core/exchange.ts';
import { UsageFault } from '../core/fault.ts';
import type { EndedBy } from '../recording/recording.ts';
import { httpUrl, openRequest } from '../transport/open-request.ts';
import { type Received, receive } from '../transport/receive.ts';
import { watchSilence } from './silence.ts';

/** A request as it is sent. */
export interface OutgoingRequest {
  readonly method: string;
  /** Absolute, http or https. */
  readonly url: string;
  /** In their order and case, without `host`, `content-length` and headers that belong to one connection only. */
  readonly headers: readonly Header[];
  readonly body: Uint8Array;
}

/** Reads the answer while it comes. */
export interface TapReader {
  readonly head?: (head: Head) => void;
  /** Returns false when it wants no more until `resume` is called. It may use the bytes only until it returns. */
  readonly chunk?: (bytes: Uint8Array) => boolean;
}

export interface TapOptions {
  readonly request: OutgoingRequest;
  readonly reader: TapReader;
  readonly clock: Clock;
  /** Milliseconds of silence after which the recorder gives up. */
  readonly idleMs: number;
}

/** What came back for one request. Compressed chunks are as they came. */
export interface Tapped extends Received {
  readonly startedAt: Date;
  readonly endedBy: EndedBy;
}

/** A running exchange. */
export interface Tap {
  /** Never rejects. */
  readonly ended: Promise<Tapped>;
  /** Ends it from our side. What has come is kept. */
  readonly abort: (by: 'client' | 'recorder') => void;
  readonly resume: () => void;
}

/**
 * Sends a request on a connection of its own, so that the ending belongs to this exchange alone. Keeps what comes, when
 * it comes, and the ending: what `receive` says, `stall` when nothing came for `idleMs`, or `aborted` when we or our
 * client left.
 *
 * @throws UsageFault for a URL or header that cannot be sent
 */
export function openTap({ request: outgoing, reader, clock, idleMs }: TapOptions): Tap {
  const startedAt = clock.date();
  const request = open(outgoing);
  let endedBy: EndedBy = 'upstream';
  let resume = (): void => undefined;
  const { received, end } = receive(request, clock, {
    head: (head, response) => {
      resume = () => response.resume();
      silence.received();
      reader.head?.(head);
    },
    chunk: (bytes, response) => {
      silence.received();
      if (reader.chunk?.(bytes) === false) {
        silence.pause();
        response.pause();
      }
    },
  });
  const endFromHere = (ending: 'stall' | 'aborted', by: EndedBy): void => {
    if (end(ending)) {
      endedBy = by;
    }
  };
  const silence = watchSilence(clock, idleMs, () => endFromHere('stall', 'recorder'));
  request.end(outgoing.body);

  return {
    ended: received.then(({ chunks, ...rest }) => {
      silence.stop();
      const rounded = chunks.map(({ atMs, bytes }) => ({ atMs: microseconds(atMs), bytes }));
      return { ...rest, chunks: rounded, startedAt, endedBy };
    }),
    abort: (by) => endFromHere('aborted', by),
    resume: () => {
      silence.received();
      resume();
    },
  };
}

/** @throws UsageFault for anything but an http or https URL, and for a header that HTTP cannot carry */
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
    // Real clients send it, and servers may choose another framing without it.
    ['connection', 'keep-alive'],
  ];
  try {
    return openRequest(parsed, { method, headers: sent.flat() });
  } catch {
    // Node's own message would quote the value, which may be a key.
    throw new UsageFault('a header has a value that HTTP cannot carry', parsed.host, 'look for line breaks in the key');
  }
}

/** A query may hold a key. */
function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** Times in a file are rounded to the precision of the clock. */
function microseconds(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
