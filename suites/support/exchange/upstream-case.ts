import { systemClock } from '../../../src/core/clock.ts';
import type { Chunk, Head, ScriptEnding, WireScript } from '../../../src/core/exchange.ts';
import { startUpstream, type Upstream, type UpstreamOptions } from '../../../src/upstream/upstream.ts';

/** Starts an upstream for the length of `use`. */
export async function withUpstream(
  use: (upstream: Upstream) => Promise<void>,
  options: Partial<UpstreamOptions> = {},
): Promise<void> {
  const upstream = await startUpstream({ clock: systemClock, ...options });
  try {
    await use(upstream);
  } finally {
    await upstream.close();
  }
}

export const streamHead: Head = { status: 200, headers: [['Content-Type', 'text/event-stream']] };

/** A script of these writes; text becomes UTF-8, times are 0 where none is given. */
export function script(
  writes: readonly (string | Uint8Array | readonly [atMs: number, text: string])[],
  ending: ScriptEnding = 'clean',
  head: Head = streamHead,
): WireScript {
  const chunk = (write: string | Uint8Array | readonly [number, string]): Chunk => {
    if (typeof write === 'string') {
      return { atMs: 0, bytes: Buffer.from(write) };
    }
    return write instanceof Uint8Array ? { atMs: 0, bytes: write } : { atMs: write[0], bytes: Buffer.from(write[1]) };
  };
  return { head, writes: writes.map(chunk), ending };
}

export const chatPath = '/v1/chat/completions';
export const messagesPath = '/v1/messages';

/** The text of a Chat request whose only message is this one. */
export function chatBody(text: string, more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ model: 'some-model', stream: true, messages: [{ role: 'user', content: text }], ...more });
}
