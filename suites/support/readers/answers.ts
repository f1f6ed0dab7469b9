import { loadContract } from '../../../src/contract/load.ts';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import { joinChunks, type WireScript } from '../../../src/core/exchange.ts';
import { isObject, parseJson } from '../../../src/core/json.ts';
import { textAt } from '../../../src/core/json-path.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { readCapture } from '../../../src/outcome/read-capture.ts';
import type { Recording } from '../../../src/recording/recording.ts';
import { foldedScript } from '../../../src/upstream/folded-script.ts';
import type { EncodableFrame } from '../../../src/wire/sse-encoder.ts';
import { captureOf, ownRecordings } from '../streams/law-streams.ts';
import { streamHeaders } from '../streams/stream-bytes.ts';
import { type Answer, payloadOf } from './exchange.ts';

/** Longer streams show nothing that a shorter one does not, and take longer to read. */
const mostFrames = 60;

/** The synthesised answers of a dialect, the most telling first: streams, the same as bodies, and errors in both forms. */
export function wholeAnswers(dialect: DialectId): readonly Answer[] {
  const recordings = ownRecordings.filter(
    (recording) =>
      recording.dialect === dialect && recording.provenance === 'synthesised' && recording.mode === 'stream',
  );
  const streams = recordings
    .map((recording) => streamAnswer(recording.name, recording, recording.script))
    .filter(({ frames }) => frames.length <= mostFrames)
    .toSorted((one, other) => rankOf(one) - rankOf(other) || one.frames.length - other.frames.length);
  const bodies = recordings
    .map((recording) => bodyAnswer(recording))
    .toSorted((one, other) => rankOf(one) - rankOf(other) || size(one) - size(other));
  return [...streams, ...bodies, ...errorAnswers(dialect, streams)];
}

/** Answers that hold something that can be lost come first, and empty ones last. */
const first = ['text-then-tool', 'reasoning-then-text', 'parallel-tools', 'short-text', 'two-choices', 'citations'];
const last = ['empty-answer', 'prompt-blocked', 'safety-block'];

function rankOf({ name }: Answer): number {
  const rank = first.indexOf(name);
  return last.includes(name) ? first.length + 1 : rank === -1 ? first.length : rank;
}

function size({ frames }: Answer): number {
  return frames[0]?.data?.length ?? 0;
}

function streamAnswer(name: string, { dialect, facts }: Recording, script: WireScript): Answer {
  return { dialect, name, mode: 'stream', facts, status: 200, frames: framesOf(dialect, script) };
}

function bodyAnswer(recording: Recording): Answer {
  const { dialect, name, facts } = recording;
  const data = Buffer.from(joinChunks(foldedScript(recording).writes)).toString('utf8');
  return { dialect, name, mode: 'body', facts, status: 200, frames: [{ data }] };
}

const error = { origin: 'provider', class: 'overloaded', message: 'The provider is busy.' } as const;

/** An error of a status, and the same error in the middle of a stream. */
function errorAnswers(dialect: DialectId, streams: readonly Answer[]): readonly Answer[] {
  const { status, body } = dialects[dialect].encodeError(error);
  const refused: Answer = {
    dialect,
    name: 'refused',
    mode: 'body',
    facts: {},
    status,
    frames: [{ data: JSON.stringify(body) }],
  };
  const failed = streams
    .filter(({ name }) => name === 'short-text')
    .flatMap((answer) => {
      const before = answer.frames.slice(0, answer.frames.length >> 1);
      const frames = errorFrames(answer, before.length);
      // Where an error takes several events, the last one also comes alone.
      const alone = frames.length > 1 ? [errorFrames(answer, before.length - frames.length + 1).slice(-1)] : [];
      return [frames, ...alone].map((ends) => ({ ...answer, name: 'failed', frames: [...before, ...ends] }));
    });
  return [refused, ...failed];
}

/** The error as the dialect's own encoder writes it, without the beginning of a response, and numbered as it comes. */
function errorFrames(answer: Answer, count: number): readonly EncodableFrame[] {
  const { dialect } = answer;
  const encoder = dialects[dialect].createEncoder({ id: idOf(answer), model: '', created: 0, includeUsage: true });
  const frames = encoder.push({ kind: 'error.reported', error });
  const { sequence } = loadContract(dialect).contract;
  return frames
    .slice(frames.findIndex((frame) => isError(answer, frame)))
    .map((frame, index) => (sequence === undefined ? frame : withNumber(frame, sequence.at.slice(1), count + index)));
}

function isError({ dialect }: Answer, { data = '' }: EncodableFrame): boolean {
  const parsed = parseJson(data);
  return parsed.ok && dialects[dialect].places.read({ data, json: parsed.value }).kind === 'error';
}

function idOf({ dialect, frames: [first] }: Answer): string {
  const json = first === undefined ? undefined : payloadOf(first);
  return json === undefined ? '' : textAt(json, dialects[dialect].places.read({ data: first?.data ?? '', json }).id);
}

function withNumber(frame: EncodableFrame, key: string, number: number): EncodableFrame {
  const payload = payloadOf(frame);
  return isObject(payload) ? { ...frame, data: JSON.stringify({ ...payload, [key]: number }) } : frame;
}

function framesOf(dialect: DialectId, script: WireScript): readonly EncodableFrame[] {
  const capture = captureOf(joinChunks(script.writes), { headers: streamHeaders(dialect) });
  return readCapture(dialect, 'stream', capture, { drift: false }).frames.map(({ event, data }) => ({
    ...(event === undefined ? {} : { event }),
    data,
  }));
}
