import type { DialectId } from '../../core/dialect-ids.generated.ts';
import { type Chunk, headerValue, joinChunks, type ScriptEnding, type WireScript } from '../../core/exchange.ts';
import type { Frame } from '../../core/frame.ts';
import { parseJson } from '../../core/json.ts';
import type { EventData } from '../../dialects/places.ts';
import { dialects } from '../../dialects/registry.generated.ts';
import { streamFormat } from '../../dialects/stream-format.ts';
import { createFrameWriter, encodeFrame, type FramingStyle } from '../../wire/frame-writer.ts';
import type { EncodableFrame } from '../../wire/sse-encoder.ts';

/** One event of a script, which a client gets as one piece. Positions of mutations count events. */
export interface ScriptEvent extends EventData {
  /** Time of the write that completed it, in ms. */
  readonly atMs: number;
  /** Blocks without data before it, such as comments. */
  readonly lead: Uint8Array;
  /** Its own bytes, with its framing; in an array, without what stands between elements. */
  readonly block: Uint8Array;
  readonly frame: EncodableFrame;
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

const nothing = new Uint8Array(0);
const encoder = new TextEncoder();

/** Cuts a script into its events, with the decoder of its dialect for its content type. */
export function readEvents(script: WireScript, dialect: DialectId): EventScript {
  const contentType = headerValue(script.head.headers, 'content-type');
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
  const source: EventScript = {
    form: decoder.framing === 'body' ? 'body' : 'stream',
    dialect,
    script,
    style: styleOf(events, streamFormat(dialects[dialect], decoder.framing).style),
    events,
    rest: bytes.subarray(from),
  };
  return decoder.framing === 'json-array' ? withoutSeparators(source) : source;
}

/** What stands between the elements of an array depends on which elements are written, so the writer adds it. */
function withoutSeparators(source: EventScript): EventScript {
  const events = source.events.map((event) => ({ ...event, block: encodeFrame(event.frame, source.style) }));
  const rest = latin1(source.rest).replace(/^\s*\]\s*$|^[\s,[]+/, '');
  return { ...source, events, rest: latin1Bytes(rest) };
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

/** The style of the script itself, so that an edited event does not stand out by its framing. */
function styleOf([first]: readonly ScriptEvent[], usual: FramingStyle): FramingStyle {
  if (first === undefined || usual.framing === 'json-array') {
    return usual;
  }
  const block = latin1(first.block);
  if (usual.framing === 'ndjson') {
    return { ...usual, lineEnd: block.endsWith('\r\n') ? '\r\n' : '\n' };
  }
  const [lineEnd] = /\r\n|\n|\r/.exec(block) ?? [];
  const isLineEnd = lineEnd === '\n' || lineEnd === '\r\n' || lineEnd === '\r';
  return isLineEnd ? { ...usual, lineEnd, spaceAfterColon: /^data: /m.test(block) } : usual;
}

/** One character per byte, for searching and changing framing, which is ASCII. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** The way back. */
export function latin1Bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/** A new event in the framing style of the script. It is due as soon as the event before it was written. */
export function createEvent(source: EventScript, frame: EncodableFrame): ScriptEvent {
  const { data = '' } = frame;
  const parsed = parseJson(data);
  const block = source.form === 'body' ? encoder.encode(data) : encodeFrame(frame, source.style);
  return { atMs: 0, lead: nothing, block, frame, data, json: parsed.ok ? parsed.value : undefined };
}

/** The event with other data. Its time, its comments and its other fields stay. */
export function withData(source: EventScript, event: ScriptEvent, data: string): ScriptEvent {
  const { atMs, lead } = event;
  return { ...createEvent(source, { ...event.frame, data }), atMs, lead };
}

/** What else changes in a script when its events change. */
export interface ScriptChange {
  readonly ending?: ScriptEnding;
  /** Bytes after the last event; nothing where absent. */
  readonly rest?: Uint8Array;
}

/**
 * The script with these events instead of its own, each block in a write of its own. `content-length` is removed,
 * since it counted other bytes. An array is closed where the script ends cleanly and nothing follows its last element.
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
  const writer = source.form === 'body' ? undefined : createFrameWriter(source.style);
  const place = (block: Uint8Array): Uint8Array => writer?.place(block) ?? block;
  for (const event of settled(source, events)) {
    write(event.lead, event.atMs);
    write(place(event.block), event.atMs);
  }
  const lastMs = source.script.writes.at(-1)?.atMs ?? 0;
  write(place(rest), lastMs);
  if (writer !== undefined && ending === 'clean' && rest.length === 0) {
    write(writer.end(), lastMs);
  }
  return { head: withoutLength(source.script.head), writes, ending };
}

/**
 * The events after everything that a dialect repeats was corrected. This makes a change consistent: a relay that alters
 * a text alters it everywhere.
 */
function settled(source: EventScript, events: readonly ScriptEvent[]): readonly ScriptEvent[] {
  const settle = source.form === 'stream' ? dialects[source.dialect].settle : undefined;
  const data = settle?.(events.map((event) => event.data)) ?? [];
  return events.map((event, index) => {
    const other = data[index];
    return other === undefined || other === event.data ? event : withData(source, event, other);
  });
}

/** The script with some of its events changed. The bytes after the last one stay. */
export function mapEvents(source: EventScript, change: (event: ScriptEvent, index: number) => ScriptEvent): WireScript {
  return writeEvents(source, source.events.map(change), { rest: source.rest });
}

/** A head that declares no length, for a script that holds other bytes than before. */
export function withoutLength(head: WireScript['head']): WireScript['head'] {
  return { ...head, headers: head.headers.filter(([name]) => name.toLowerCase() !== 'content-length') };
}
