import type { JsonObject, JsonValue } from '../core/json.ts';
import type { JsonPath } from '../core/json-path.ts';
import type { EncodableFrame } from '../wire/sse-encoder.ts';

/** What an event of a stream says, or a body as its only event. */
export interface EventData {
  readonly data: string;
  /** The data as JSON, where it is JSON. */
  readonly json: JsonValue | undefined;
}

/** What stands in an event about one tool call. */
export interface ToolPlace {
  /** Which call it is, unique within the answer. */
  readonly call: string;
  readonly id?: JsonPath;
  readonly name?: JsonPath;
  /** Text of the arguments, or a fragment of it. */
  readonly arguments?: JsonPath;
  /** Where a fragment of arguments has room to say again what the call is. */
  readonly repeats?: { readonly id: JsonPath; readonly name: JsonPath };
  /** What to take out so that this is gone and the rest of the event stays. Absent: the event says nothing else. */
  readonly element?: JsonPath;
}

export interface UsagePlace {
  readonly at: JsonPath;
  /** What stands there while usage is unknown; `undefined`: nothing does. */
  readonly unknown: JsonValue | undefined;
  /** The event is there only for the usage. */
  readonly alone: boolean;
  /** Counters so far that a later event replaces, not the totals of the turn. */
  readonly provisional: boolean;
}

/** Where in one event the things stand that mutations change. A place may hold null: there it would stand. */
export interface EventPlaces {
  readonly kind: 'step' | 'heartbeat' | 'terminal' | 'error' | 'body';
  /** Id of the response. */
  readonly id?: JsonPath;
  readonly texts: readonly JsonPath[];
  readonly tools: readonly ToolPlace[];
  readonly finishes: readonly JsonPath[];
  readonly usage?: UsagePlace;
  /** Wire indexes of which the first is 0 and none is left out: blocks, or tool calls. */
  readonly indexes: readonly JsonPath[];
  /** A field that the schema requires and that no other rule looks at. */
  readonly required?: JsonPath;
}

/** Of an event that says nothing of what mutations change. */
export const noPlaces = { texts: [], tools: [], finishes: [], indexes: [] } as const;

/** Members, by name, and what each is replaced by: `undefined` where the dialect may leave it out. */
export type Blanks = Readonly<Record<string, '' | null | undefined | readonly []>>;

/** What data cannot say about the events of one dialect, for those who change them. */
export interface DialectPlaces {
  readonly read: (event: EventData) => EventPlaces;
  /** The event with another finish reason, where that takes more than another word in its place. */
  readonly finishAs?: (json: JsonObject, raw: string | null) => JsonObject;
  /**
   * What is missing to make these events look like a whole answer: open parts are closed, a finish reason that never
   * came is `finish`, then comes the terminal.
   */
  readonly successEnd: (events: readonly EventData[], finish: string) => readonly EncodableFrame[];
  /** A further increment of text. */
  readonly textDelta: (events: readonly EventData[], text: string) => EncodableFrame;
  /** An event that no version of the contract knows, and that a reader has to skip. */
  readonly unknownEvent: (events: readonly EventData[]) => EncodableFrame;
  /** An event that carries nothing but usage; absent where usage always travels with something else. */
  readonly usageEvent?: (events: readonly EventData[], usage: JsonValue) => EncodableFrame;
  /** An event that says no more than that the connection lives. */
  readonly heartbeat?: EncodableFrame;
  /** Members that carry what a client cannot read but has to give back. */
  readonly signatures?: Blanks;
  /** Members that belong to a text that the client reads. */
  readonly attachments?: Blanks;
}
