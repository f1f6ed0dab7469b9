import { loadContract } from '../../../src/contract/load.ts';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { Header, WireScript } from '../../../src/core/exchange.ts';
import { type JsonValue, parseJson } from '../../../src/core/json.ts';
import type { Mode } from '../../../src/core/route.ts';
import type { RequestFacts } from '../../../src/core/scenario.ts';
import type { EncodableFrame } from '../../../src/wire/sse-encoder.ts';
import { streamBytes, streamHeaders } from '../streams/stream-bytes.ts';

/** One answer before it is bytes: the events of a stream, or one document. */
export interface Answer {
  readonly dialect: DialectId;
  readonly name: string;
  /** What was asked for, and what came. */
  readonly mode: Mode;
  readonly facts: RequestFacts;
  readonly status: number;
  /** The events; of a body, one frame whose data is the document. */
  readonly frames: readonly EncodableFrame[];
}

/** An answer that breaks its contract, beside the same answer unbroken. */
export interface Breakable {
  /** The kind of change, for choosing examples that differ. */
  readonly edit: string;
  readonly asked: Mode;
  readonly facts: RequestFacts;
  /** What the broken answer is held against, the best first; the first that keeps the contract is taken. */
  readonly wholes: readonly Answer[];
  readonly broken: WireScript;
}

const json: readonly Header[] = [['content-type', 'application/json']];

const written = new WeakMap<Answer, WireScript>();

/** An answer as bytes, with the head that belongs to it; the same object for the same answer. */
export function scriptOf(answer: Answer): WireScript {
  const script = written.get(answer) ?? write(answer);
  written.set(answer, script);
  return script;
}

function write(answer: Answer): WireScript {
  const { dialect, mode, status, frames } = answer;
  const isStream = mode === 'stream';
  return scriptFrom(
    isStream ? streamBytes(dialect, frames) : Buffer.from(frames[0]?.data ?? ''),
    status,
    isStream ? streamHeaders(dialect) : json,
  );
}

/** Bytes that come at once under this head, and a clean end. */
export function scriptFrom(bytes: Uint8Array, status: number, headers: readonly Header[]): WireScript {
  return { head: { status, headers }, writes: [{ atMs: 0, bytes }], ending: 'clean' };
}

/** A change of an answer, beside the answer as it was. */
export function breakable(edit: string, answer: Answer, broken: WireScript, wholes = [answer]): Breakable {
  return { edit, asked: answer.mode, facts: answer.facts, wholes, broken };
}

/** The payload of a frame; `undefined` where it is none. */
export function payloadOf({ data }: EncodableFrame): JsonValue | undefined {
  const parsed = data === undefined ? undefined : parseJson(data);
  return parsed?.ok === true ? parsed.value : undefined;
}

/** The contract's name of the event in a frame; its data where that is no JSON. */
export function nameOf({ dialect, mode, facts }: Answer, frame: EncodableFrame): string {
  const payload = payloadOf(frame);
  return payload === undefined ? (frame.data ?? '') : loadContract(dialect).nameOf(payload, { ...facts, form: mode });
}
