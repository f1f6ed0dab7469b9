/** What one socket read or write gave: `atMs` counts milliseconds from the first byte of the exchange's head. */
export interface Chunk {
  readonly atMs: number;
  readonly bytes: Uint8Array;
}

/**
 * How a transport ended. `clean`: the message framing was finished (chunked terminator or content-length reached).
 * `fin`: the socket closed without the chunked terminator. `rst`: the connection was reset. `stall`: nothing more
 * came, the socket stayed open. `aborted`: we ended it ourselves (deadline or client abort).
 */
export type Ending = 'clean' | 'fin' | 'rst' | 'stall' | 'aborted';

/** Endings that a fake upstream can be told to make. */
export type ScriptEnding = Exclude<Ending, 'aborted'>;

export type Header = readonly [name: string, value: string];

export interface Head {
  readonly status: number;
  readonly headers: readonly Header[];
}

/** What the fake upstream does, exactly: the head, then each write at its time, then the ending. */
export interface WireScript {
  readonly head: Head;
  readonly writes: readonly Chunk[];
  readonly ending: ScriptEnding;
  /** True: the writes are compressed already, as the `content-encoding` of the head says. Otherwise they are plain. */
  readonly encoded?: true;
}

/**
 * What was received on one side of one exchange. No head: the peer never answered, and `ending` says how that ended.
 */
export interface Capture {
  readonly head?: Head;
  readonly chunks: readonly Chunk[];
  readonly ending: Ending;
  /** Milliseconds from the request to the ending. */
  readonly endedAtMs: number;
  /**
   * The head names a `content-encoding`, and the bytes are not in it. The chunks are as they came from the first byte on
   * that does not decompress.
   */
  readonly mislabelled?: true;
  /** Which deadline ended it, when `ending` is `aborted`. */
  readonly deadline?: DeadlineName;
}

export type DeadlineName = 'connect' | 'firstByte' | 'idle' | 'case' | 'afterUpstreamEnd';

/** Every deadline in milliseconds. */
export type Deadlines = Readonly<Record<DeadlineName, number>>;

export const defaultDeadlines: Deadlines = {
  connect: 5_000,
  firstByte: 10_000,
  idle: 10_000,
  case: 30_000,
  afterUpstreamEnd: 3_000,
};

/** The value of the first header with this name, compared without case. */
export function headerValue(headers: readonly Header[], name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([key]) => key.toLowerCase() === wanted)?.[1];
}

/** Whether a status refuses the request. If it does, every SDK throws, whatever the body is. */
export function isRefusal(status: number | undefined): boolean {
  return status !== undefined && (status < 200 || status > 299);
}

/** How many bytes a capture or script has. */
export function byteCount(chunks: readonly Pick<Chunk, 'bytes'>[]): number {
  return chunks.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** All bytes of a capture or script as one array. */
export function joinChunks(chunks: readonly Pick<Chunk, 'bytes'>[]): Uint8Array {
  const joined = new Uint8Array(byteCount(chunks));
  let offset = 0;
  for (const { bytes } of chunks) {
    joined.set(bytes, offset);
    offset += bytes.length;
  }
  return joined;
}
