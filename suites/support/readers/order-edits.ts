import { loadContract } from '../../../src/contract/load.ts';
import { isObject } from '../../../src/core/json.ts';
import type { EncodableFrame } from '../../../src/wire/sse-encoder.ts';
import { type Answer, type Breakable, breakable, nameOf, payloadOf, scriptOf } from './exchange.ts';

type Frames = readonly EncodableFrame[];

/** What can happen to one event among the others. */
const moves: Readonly<Record<string, (frames: Frames, at: number) => Frames>> = {
  'left out': (frames, at) => frames.toSpliced(at, 1),
  repeated: (frames, at) => frames.toSpliced(at, 0, ...frames.slice(at, at + 1)),
  'before its turn': (frames, at) => frames.toSpliced(at - 1, 2, ...frames.slice(at - 1, at + 1).toReversed()),
  'moved to the end': (frames, at) => [...frames.toSpliced(at, 1), ...frames.slice(at, at + 1)],
  'repeated at the end': (frames, at) => [...frames, ...frames.slice(at, at + 1)],
  'repeated before the end': (frames, at) => frames.toSpliced(frames.length - 1, 0, ...frames.slice(at, at + 1)),
  'moved to the start': (frames, at) => [...frames.slice(at, at + 1), ...frames.toSpliced(at, 1)],
  'repeated at the start': (frames, at) => [...frames.slice(at, at + 1), ...frames],
  'the last one': (frames, at) => frames.slice(0, at + 1),
};

/** How often one move of one event between the same neighbours is tried. */
const attempts = 3;

/** Events that are left out, repeated and moved. Where events are numbered, they are also numbered anew. */
export function* orderEdits(answers: readonly Answer[]): Generator<Breakable> {
  const tried = new Map<string, number>();
  for (const answer of answers.filter(({ mode }) => mode === 'stream')) {
    const { frames } = answer;
    const names = frames.map((frame) => nameOf(answer, frame));
    for (const at of frames.keys()) {
      for (const [edit, move] of Object.entries(moves)) {
        const key = [edit, ...[at - 1, at, at + 1].map((near) => names[near] ?? '')].join(' ');
        const count = tried.get(key) ?? 0;
        if (count < attempts && !(at === 0 && edit === 'before its turn')) {
          tried.set(key, count + 1);
          yield* numbered(edit, answer, move(frames, at));
        }
      }
    }
    for (const name of new Set(names)) {
      yield* numbered(
        'all left out',
        answer,
        frames.filter((_, at) => names[at] !== name),
      );
    }
  }
}

function* numbered(edit: string, answer: Answer, frames: Frames): Generator<Breakable> {
  yield breakable(edit, answer, scriptOf({ ...answer, frames }));
  const { sequence } = loadContract(answer.dialect).contract;
  if (sequence !== undefined) {
    const key = sequence.at.slice(1);
    let next = -1;
    const anew = frames.map((frame) => {
      const payload = payloadOf(frame);
      next += 1;
      return isObject(payload) ? { ...frame, data: JSON.stringify({ ...payload, [key]: next }) } : frame;
    });
    yield breakable(`${edit}, numbered anew`, answer, scriptOf({ ...answer, frames: anew }));
  }
}
