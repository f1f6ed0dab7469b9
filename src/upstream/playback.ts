import type { Clock } from '../core/clock.ts';
import {
  type Capture,
  type Chunk,
  type Ending,
  headerValue,
  type ScriptEnding,
  type WireScript,
} from '../core/exchange.ts';
import { isMislabelled } from '../transport/decompress.ts';
import { type Compressor, compresses, createCompressor } from './compress.ts';
import type { Peer } from './peer.ts';
import { lengthHolds } from './response-head.ts';

/** One run of a script for one request. */
export interface Playback {
  /**
   * What was really written so far: whole writes that the peer's side accepted, with real times and before compression.
   * Its ending is `stall` while the script runs, `aborted` when either side closed the connection before the script's
   * own.
   */
  readonly written: () => Capture;
  /** What the whole script says, as a reader that stays to the end would have it. Its times are the script's own. */
  readonly scripted: () => Capture;
  /** The peer left before the script had ended. A stalled script never ends by itself, so leaving it counts. */
  readonly abortSeen: () => boolean;
  /** Milliseconds from the arrival of the request; undefined while it runs. */
  readonly endedAtMs: () => number | undefined;
  /**
   * Resolves when nothing more will be written. Rejects when the script cannot be played, as with an illegal header.
   */
  readonly ended: Promise<void>;
  /** Ends the run from our side by closing the connection. */
  readonly stop: () => void;
}

export interface PlaybackOptions {
  readonly script: WireScript;
  readonly peer: Peer;
  readonly clock: Clock;
  readonly arrivedAtMs: number;
}

/**
 * Plays a script: the head, each write at its time, the ending.
 *
 * A write is one HTTP chunk where the head has no `content-length`, so clients that read chunked framing chunk by chunk
 * see the script's own boundaries. Below that, TCP may coalesce: Nagle's delay is off, but a script whose times are all
 * 0 is written in one turn of the event loop and usually leaves in one segment. A script with any time above 0 gives
 * every write a turn of its own.
 *
 * The head goes out as it stands, in order and case; node adds only `transfer-encoding: chunked`, and only where the
 * head names neither that nor a `content-length`. `status: 0` means no head at all: the ending follows the request. If
 * the head has a `content-encoding` of gzip, br, deflate or zstd, each write is compressed on the fly and flushed, and
 * the `content-length` is left out, because it counted other bytes. Writes that are `encoded` already go out as they
 * are.
 *
 * A reset discards what the peer's kernel has not taken yet, as it does for a real provider.
 */
export function playScript(options: PlaybackOptions): Playback {
  const { script, peer, clock, arrivedAtMs } = options;
  const record = createRecord();
  let headWritten = false;
  let ending: Ending = 'aborted';
  let endedAtMs: number | undefined;
  let abortSeen = false;

  const run = async (): Promise<Ending> => {
    const { head } = script;
    const how = endingOf(script);
    if (head.status === 0) {
      return leave(peer, how, record);
    }
    const compressor = script.encoded ? undefined : createCompressor(headerValue(head.headers, 'content-encoding'));
    try {
      peer.writeHead(head, compressor !== undefined);
      headWritten = true;
      await writeAll({ script, peer, clock, compressor, record });
      if (how !== 'clean') {
        return await leave(peer, how, record);
      }
      const finished = await peer.finish(await compressor?.end());
      return finished && record.isDelivered() ? 'clean' : 'aborted';
    } finally {
      compressor?.close();
    }
  };

  const ended = run()
    .then((how) => {
      ending = how;
      abortSeen = (how === 'aborted' || how === 'stall') && !peer.wasStopped();
    })
    .finally(() => {
      endedAtMs = clock.now() - arrivedAtMs;
    });

  return {
    ended,
    abortSeen: () => abortSeen,
    endedAtMs: () => endedAtMs,
    written: () => ({
      ...(headWritten ? { head: script.head } : {}),
      chunks: record.acceptedChunks(),
      ...(isMislabelled(script) && { mislabelled: true }),
      ending: endedAtMs === undefined ? 'stall' : ending,
      endedAtMs: endedAtMs ?? clock.now() - arrivedAtMs,
    }),
    scripted: () => scripted(script),
    stop: peer.stop,
  };
}

function scripted(script: WireScript): Capture {
  const { head, writes } = script;
  return {
    ...(head.status === 0 ? {} : { head }),
    chunks: head.status === 0 ? [] : writes,
    ...(isMislabelled(script) && { mislabelled: true }),
    ending: endingOf(script),
    endedAtMs: writes.at(-1)?.atMs ?? 0,
  };
}

/**
 * The ending of a script that is played. Without a head there is no message to finish cleanly. With declared bytes that
 * never come, a client of an open connection would wait for them, or take the next answer for them.
 */
function endingOf({ head, writes, ending, encoded }: WireScript): ScriptEnding {
  const compressed = encoded !== true && compresses(headerValue(head.headers, 'content-encoding'));
  const finishes = head.status !== 0 && (compressed || lengthHolds({ head, writes }));
  return ending === 'clean' && !finishes ? 'fin' : ending;
}

/** Keeps track of the writes and of how many of them the kernel has taken. */
interface WriteRecord {
  readonly add: (chunk: Chunk) => void;
  /** Called for every write, in order, when the kernel has taken it. */
  readonly accepted: (error: Error | null | undefined) => void;
  readonly acceptedChunks: () => readonly Chunk[];
  readonly isDelivered: () => boolean;
}

function createRecord(): WriteRecord {
  const chunks: Chunk[] = [];
  let taken = 0;
  return {
    add: (chunk) => chunks.push(chunk),
    accepted: (error) => {
      taken += error === null || error === undefined ? 1 : 0;
    },
    acceptedChunks: () => chunks.slice(0, taken),
    isDelivered: () => taken === chunks.length,
  };
}

async function writeAll(options: {
  readonly script: WireScript;
  readonly peer: Peer;
  readonly clock: Clock;
  readonly compressor: Compressor | undefined;
  readonly record: WriteRecord;
}): Promise<void> {
  const { peer, clock, compressor, record } = options;
  const { writes } = options.script;
  const startedAt = clock.now();
  const timed = writes.some(({ atMs }) => atMs > 0);
  if (timed || writes.length === 0) {
    peer.flushHead();
  }
  for (const { atMs, bytes } of writes) {
    if (timed || peer.joinsWrites) {
      await turnOfLoop();
    }
    if (timed) {
      await untilDue(peer, clock, startedAt + atMs);
    }
    const encoded = compressor === undefined ? bytes : await compressor.write(bytes);
    if (peer.isClosed()) {
      return;
    }
    record.add({ atMs: clock.now() - startedAt, bytes });
    if (!peer.write(encoded, record.accepted)) {
      await peer.drained();
    }
  }
}

/** Timers count whole milliseconds of a cached time, so they may fire up to two milliseconds early. */
async function untilDue(peer: Peer, clock: Clock, dueMs: number): Promise<void> {
  while (clock.now() < dueMs && !peer.isClosed()) {
    await peer.until((done) => clock.after(dueMs - clock.now(), done));
  }
}

/**
 * Ends without finishing the message once all that was written has left. Returns `aborted` when the peer was faster.
 */
async function leave(peer: Peer, how: ScriptEnding, record: WriteRecord): Promise<Ending> {
  await peer.flushed();
  if (peer.isClosed() || !record.isDelivered()) {
    return 'aborted';
  }
  switch (how) {
    case 'clean':
    case 'fin':
      peer.close();
      break;
    case 'rst':
      peer.reset();
      break;
    case 'stall':
      break;
  }
  await peer.closed();
  return how;
}

function turnOfLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
