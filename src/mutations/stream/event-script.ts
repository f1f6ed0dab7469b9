import type { DialectId } from '../../core/dialect-ids.generated.ts';
import { type Chunk, headerValue, joinChunks, type ScriptEnding, type WireScript } from '../../core/exchange.ts';
import type { Frame } from '../../core/frame.ts';
import { type JsonValue, parseJson } from '../../core/json.ts';
import { dialects } from '../../dialects/registry.generated.ts';
import { type EncodableFrame, encodeSse, type FramingStyle } from '../../wire/sse-encoder.ts';
import { settleResponses } from './openai-responses-settle.ts';

/** One event of a script: what a client is given at once. Positions of mutations count these. */
export interface ScriptEvent {
  /** Time of the write that completed it, in ms. */
  readonly atMs: number;
  /** Blocks without data (comments, say) that stand before it. */
  readonly lead: Uint8Array;
  /** Its own bytes, framing included. */
  readonly block: Uint8Array;
  readonly frame: EncodableFrame;
  readonly data: string;
  /** The data as JSON, where it is JSON. */
  readonly json: JsonValue | undefined;
}

/** A script cut into its events. A JSON body is one event without framing. */
export interface EventScript {
  readonly form: 'stream' | 'body';
  readonly dialect: DialectId;
  readonly script: WireScript;
  readonly style: FramingStyle;
  readonly events: readonly ScriptEvent[];
  /** Bytes after the last whole event: trailing comments, or an event that was cut. */
  readonly rest: Uint8Array;
}

/** Dialects that say things more than once, or number their events. */
const settlers: Readonly<Partial<Record<DialectId, (data: readonly string[]) => readonly string[]>>> = {
  'openai-responses': settleResponses,
};

const nothing = new Uint8Array(0);
const encoder = new TextEncoder();

/** Cuts a script into its events, with the decoder that its dialect has for its content type. */
export function readEvents(script: WireScript, dialect: DialectId): EventScript {
  const contentType = headerValue(script.head.headers, 'content-type');
  const form = contentType?.includes('json') === true ? 'body' : 'stream';
  const decoder = dialects[dialect].decoder('stream', contentType);
  const frames = script.writes.flatMap((chunk) => decoder.feed(chunk));
  const whole = [...frames, ...decoder.end().frames].filter((frame) => frame.terminated);
  const bytes = joinChunks(script.writes);
  const events: ScriptEvent[] = [];
  let from = 0;
  for (const frame of whole.filter(({ hasData }) => hasData)) {
    const [start, to] = frame.span;
    events.push(toEvent(frame, bytes.subarray(from, start), bytes.subarray(start, to)));
    from = to;
  }
  const style = styleOf(events, dialects[dialect].framing);
  return { form, dialect, script, style, events, rest: bytes.subarray(from) };
}

function toEvent(frame: Frame, lead: Uint8Array, block: Uint8Array): ScriptEvent {
  const { event, id, retry, comments, data } = frame;
  const parsed = parseJson(data);
  return {
    atMs: frame.atMs,
    lead,
    block,
    frame: {
      ...(event === undefined ? {} : { event }),
      ...(id === undefined ? {} : { id }),
      ...(retry === undefined ? {} : { retry }),
      comments,
      data,
    },
    data,
    json: parsed.ok ? parsed.value : undefined,
  };
}

/** As the script itself is written, so that an edited event does not stand out by its framing. */
function styleOf(events: readonly ScriptEvent[], usual: FramingStyle): FramingStyle {
  const [first] = events;
  const [lineEnd] = (first && /\r\n|\n|\r/.exec(latin1(first.block))) ?? [];
  if (first === undefined || (lineEnd !== '\n' && lineEnd !== '\r\n' && lineEnd !== '\r')) {
    return usual;
  }
  return { lineEnd, spaceAfterColon: /^data: /m.test(latin1(first.block)) };
}

/** One character per byte, for searching and changing framing, which is ASCII. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** The way back. */
export function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** A new event in the framing style of the script. It is due at once: as soon as what stands before it was written. */
export function createEvent(source: EventScript, frame: EncodableFrame): ScriptEvent {
  const { data = '' } = frame;
  const parsed = parseJson(data);
  const block = source.form === 'body' ? encoder.encode(data) : encodeSse(frame, source.style);
  return { atMs: 0, lead: nothing, block, frame, data, json: parsed.ok ? parsed.value : undefined };
}

/** The event with other data; its time, its comments and its other fields stay. */
export function withData(source: EventScript, event: ScriptEvent, data: string): ScriptEvent {
  const { atMs, lead } = event;
  return { ...createEvent(source, { ...event.frame, data }), atMs, lead };
}

/** What else of a script changes with its events. */
export interface ScriptChange {
  readonly ending?: ScriptEnding;
  /** Bytes after the last event; nothing where absent. */
  readonly rest?: Uint8Array;
}

/**
 * The script with these events instead of its own, each block in a write of its own. `content-length` goes, since it
 * counted other bytes.
 */
export function writeEvents(
  source: EventScript,
  events: readonly ScriptEvent[],
  { ending = source.script.ending, rest = nothing }: ScriptChange = {},
): WireScript {
  const writes: Chunk[] = [];
  let atMs = 0;
  const write = (bytes: Uint8Array, dueMs: number): void => {
    atMs = Math.max(atMs, dueMs);
    if (bytes.length > 0) {
      writes.push({ atMs, bytes });
    }
  };
  for (const event of settled(source, events)) {
    write(event.lead, event.atMs);
    write(event.block, event.atMs);
  }
  write(rest, source.script.writes.at(-1)?.atMs ?? 0);
  return { head: withoutLength(source.script.head), writes, ending };
}

/**
 * The events with whatever a dialect repeats put right, so that a change is a consistent one: a relay that alters a text
 * alters it everywhere.
 */
function settled(source: EventScript, events: readonly ScriptEvent[]): readonly ScriptEvent[] {
  const settle = source.form === 'stream' ? settlers[source.dialect] : undefined;
  const data = settle?.(events.map((event) => event.data)) ?? [];
  return events.map((event, index) => {
    const other = data[index];
    return other === undefined || other === event.data ? event : withData(source, event, other);
  });
}

/** The same events with some of them changed; the bytes after the last one stay. */
export function mapEvents(source: EventScript, change: (event: ScriptEvent, index: number) => ScriptEvent): WireScript {
  return writeEvents(source, source.events.map(change), { rest: source.rest });
}

function withoutLength(head: WireScript['head']): WireScript['head'] {
  return { ...head, headers: head.headers.filter(([name]) => name.toLowerCase() !== 'content-length') };
}
