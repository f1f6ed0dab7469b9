import { connect, type Socket } from 'node:net';
import { systemClock } from '../../../src/core/clock.ts';

/** What a client without an HTTP library got: the bytes, each socket read, and how the connection ended. */
interface RawResponse {
  /** Status line and headers, as sent; empty when nothing came. */
  readonly head: string;
  readonly status: number;
  /** Body bytes without chunked framing. */
  readonly body: Buffer;
  /** HTTP chunks, where the body is chunked. */
  readonly httpChunks: readonly Buffer[];
  /** Milliseconds from the first byte, and size, of each socket read. */
  readonly reads: readonly { readonly atMs: number; readonly bytes: number }[];
  /** The chunked terminator came, or as many bytes as content-length declares. */
  readonly complete: boolean;
  readonly ending: 'open' | 'fin' | 'rst';
}

export interface RawExchange {
  readonly socket: Socket;
  /** Resolves when the message is complete or the connection ended. */
  readonly response: Promise<RawResponse>;
  /** Resolves when this many body bytes have come. */
  readonly received: (bodyBytes: number) => Promise<void>;
}

/** Sends one request over a plain socket. `body` may be any text; it is sent as it is. */
export function rawRequest(options: {
  readonly url: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}): RawExchange {
  const { hostname, port } = new URL(options.url);
  const socket = connect(Number(port), hostname);
  const body = Buffer.from(options.body ?? '');
  const headers = { host: `${hostname}:${port}`, 'content-length': String(body.length), ...options.headers };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${options.method ?? 'POST'} ${options.path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(body);

  const reads: { atMs: number; bytes: number }[] = [];
  const parts: Buffer[] = [];
  let firstAt: number | undefined;
  let waiting: { bytes: number; resume: () => void }[] = [];
  const parse = (ending: RawResponse['ending']): RawResponse => ({
    ...parseMessage(Buffer.concat(parts)),
    reads,
    ending,
  });

  const response = new Promise<RawResponse>((resolve) => {
    socket.on('data', (bytes: Buffer) => {
      firstAt ??= systemClock.now();
      reads.push({ atMs: systemClock.now() - firstAt, bytes: bytes.length });
      parts.push(bytes);
      // A whole parse at every read of a large body would be quadratic.
      if (waiting.length === 0 && bytes.length > 32_768) {
        return;
      }
      const soFar = parse('open');
      for (const { bytes: wanted, resume } of waiting) {
        if (soFar.body.length >= wanted) {
          resume();
        }
      }
      waiting = waiting.filter(({ bytes: wanted }) => soFar.body.length < wanted);
      if (soFar.complete) {
        resolve(soFar);
      }
    });
    socket.once('end', () => resolve(parse('fin')));
    socket.once('error', () => resolve(parse('rst')));
    socket.once('close', () => resolve(parse('fin')));
  });
  return {
    socket,
    response,
    received: (bytes) =>
      parse('open').body.length >= bytes ? Promise.resolve() : new Promise((resume) => waiting.push({ bytes, resume })),
  };
}

function parseMessage(bytes: Buffer): Omit<RawResponse, 'reads' | 'ending'> {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) {
    return { head: '', status: 0, body: Buffer.alloc(0), httpChunks: [], complete: false };
  }
  const head = bytes.subarray(0, headEnd).toString('latin1');
  const rest = bytes.subarray(headEnd + 4);
  const status = Number(head.slice(9, 12));
  if (!/^transfer-encoding: chunked$/im.test(head)) {
    const declared = /^content-length: (\d+)$/im.exec(head)?.[1];
    return { head, status, body: rest, httpChunks: [], complete: rest.length === Number(declared ?? -1) };
  }
  const httpChunks: Buffer[] = [];
  let offset = 0;
  let complete = false;
  for (;;) {
    const lineEnd = rest.indexOf('\r\n', offset);
    const size = lineEnd < 0 ? Number.NaN : Number.parseInt(rest.subarray(offset, lineEnd).toString('latin1'), 16);
    const from = lineEnd + 2;
    if (Number.isNaN(size) || rest.length < from + size + 2) {
      break;
    }
    if (size === 0) {
      complete = true;
      break;
    }
    httpChunks.push(rest.subarray(from, from + size));
    offset = from + size + 2;
  }
  return { head, status, body: Buffer.concat(httpChunks), httpChunks, complete };
}
