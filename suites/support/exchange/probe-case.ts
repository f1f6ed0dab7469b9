import type { Socket } from 'node:net';
import { systemClock } from '../../../src/core/clock.ts';
import type { Capture, Deadlines } from '../../../src/core/exchange.ts';
import { type ProbeOptions, sendProbe } from '../../../src/probe/probe.ts';
import { type RawServer, serveRaw } from './raw-server.ts';

/** Deadlines that no test reaches unless it sets one. */
export const patient: Deadlines = {
  connect: 5_000,
  firstByte: 5_000,
  idle: 5_000,
  case: 10_000,
  afterUpstreamEnd: 5_000,
};

/** Probes a server that answers with whatever `answer` does to the socket. */
export async function probeRaw(
  answer: (socket: Socket, request: string, server: RawServer) => void,
  options: Partial<ProbeOptions> = {},
): Promise<Capture> {
  const server: RawServer = await serveRaw((socket, request) => answer(socket, request, server));
  try {
    return await sendProbe({
      url: `${server.url}/v1/chat/completions`,
      headers: {},
      body: { model: 'some-model' },
      deadlines: patient,
      clock: systemClock,
      ...options,
    });
  } finally {
    await server.close();
  }
}

/** What a capture's chunks say, one text each. */
export function texts(capture: Capture): readonly string[] {
  return capture.chunks.map(({ bytes }) => Buffer.from(bytes).toString('utf8'));
}

export const chunkedHead = 'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';

/** One HTTP chunk. */
export function httpChunk(text: string | Uint8Array): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')]);
}

export const lastChunk = '0\r\n\r\n';
