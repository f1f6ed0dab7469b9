import type { Attempt, Evidence } from '../../core/evidence.ts';
import type { Frame } from '../../core/frame.ts';
import type { Reading } from '../../core/reading.ts';
import { decisiveAttempt } from '../../requirements/end-of.ts';

/** Frames of both sides as text. Only for traffic that is made up. */
export interface ShownFrames {
  readonly upstream: readonly ShownFrame[];
  readonly client: readonly ShownFrame[];
}

export interface ShownFrame {
  /** Counted from 0. */
  readonly index: number;
  /** How many frames that side has. */
  readonly of: number;
  /** Event name and data on one line; of a long one its beginning and its end, 160 characters together. */
  readonly text: string;
}

/** Ids stand at the beginning of an event, finish reasons and usage at its end. */
const mostCharacters = 160;

/** On each side two frames say enough. */
const mostFrames = 2;

/** The frames that show a breach to the client, and those of the upstream that they come from. */
export function shownFrames(evidence: Evidence, frames: readonly number[]): ShownFrames {
  const { client } = evidence;
  const attempt = decisiveAttempt(evidence);
  return {
    upstream:
      attempt === undefined || frames.length === 0
        ? []
        : pick(attempt.reading, upstreamFrames(attempt, client, frames)),
    client: pick(client, frames.slice(0, mostFrames)),
  };
}

/** The frame of the same number from the end, because relays add frames at the beginning and merge deltas. */
function upstreamFrames({ reading }: Attempt, client: Reading, frames: readonly number[]): readonly number[] {
  const [sent, seen] = [withData(reading), withData(client)];
  const fromEnd = frames.slice(0, mostFrames).map((index) => seen.length - seen.indexOf(index));
  const wanted = fromEnd.map((distance) => sent[Math.max(0, sent.length - distance)]);
  return [...new Set(wanted)].filter((index) => index !== undefined);
}

function withData({ frames }: Reading): readonly number[] {
  return frames.filter(({ hasData }) => hasData).map(({ index }) => index);
}

function pick({ frames }: Reading, indexes: readonly number[]): readonly ShownFrame[] {
  return indexes.flatMap((index) => {
    const frame = frames[index];
    return frame === undefined ? [] : [{ index, of: frames.length, text: textOf(frame) }];
  });
}

function textOf({ event, data, comments }: Frame): string {
  const said = data === '' ? comments.map((comment) => `:${comment}`).join(' ') : data;
  const line = (event === undefined ? said : `${event}: ${said}`).replaceAll(/\s+/g, ' ');
  const half = mostCharacters / 2;
  return line.length > mostCharacters ? `${line.slice(0, half)} … ${line.slice(-half)}` : line;
}
