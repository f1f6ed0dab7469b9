import type { JsonObject, JsonValue } from '../core/json.ts';
import type { JsonPath } from '../core/json-path.ts';
import type { EncodableFrame } from '../wire/sse-encoder.ts';

/** What an event of a stream says, or a body as its only event. */
export interface EventData {
  readonly data: string;
  /** The data as JSON, where it is JSON. */
  readonly json: JsonValue | undefined;
}

/** What an event holds about one tool call. */
export interface ToolPlace {
  /** Which call it is, unique within the answer. */
  readonly call: string;
  readonly id?: JsonPath;
  readonly name?: JsonPath;
  /** Text of the arguments, or a fragment of it. */
  readonly arguments?: JsonPath;
  /** Where a fragment of arguments can repeat what the call is. */
  readonly repeats?: { readonly id: JsonPath; readonly name: JsonPath };
  /** What to remove so that this is gone and the rest of the event stays. Absent: the event says nothing else. */
  readonly element?: JsonPath;
}

export interface UsagePlace {
  readonly at: JsonPath;
  /** The value while usage is unknown; `undefined`: there is none. */
  readonly unknown: JsonValue | undefined;
  /** The event carries only usage. */
  readonly alone: boolean;
  /** Counters so far that a later event replaces, not the totals of the turn. */
  readonly provisional: boolean;
}

/** The places in one event of what mutations change. A place may hold null: the value would go there. */
export interface EventPlaces {
  readonly kind: 'step' | 'heartbeat' | 'terminal' | 'error' | 'body';
  /** Id of the response. */
  readonly id?: JsonPath;
  readonly texts: readonly JsonPath[];
  readonly tools: readonly ToolPlace[];
  readonly finishes: readonly JsonPath[];
  readonly usage?: UsagePlace;
  /** Indexes on the wire that start at 0 and have no gaps: of blocks, or of tool calls. */
  readonly indexes: readonly JsonPath[];
  /** A field that the schema requires, that readers miss, and that no other rule checks. */
  readonly required?: JsonPath;
}

/** The places of an event that holds nothing that mutations change. */
export const noPlaces = { texts: [], tools: [], finishes: [], indexes: [] } as const;

/** Members, by name, and what replaces each; `undefined` if the dialect may leave it out. */
export type Blanks = Readonly<Record<string, '' | null | undefined | readonly []>>;

/** What data cannot say about the events of one dialect, for code that changes them. */
export interface DialectPlaces {
  readonly read: (event: EventData) => EventPlaces;
  /** The event with another finish reason, if that takes more than another word in the same place. */
  readonly finishAs?: (json: JsonObject, raw: string | null) => JsonObject;
  /**
   * The events that are missing for a whole answer. They close open parts, give `finish` as the reason if none came,
   * and end with the terminal.
   */
  readonly successEnd: (events: readonly EventData[], finish: string) => readonly EncodableFrame[];
  /** A further increment of text. */
  readonly textDelta: (events: readonly EventData[], text: string) => EncodableFrame;
  /** An event that no version of the contract knows, and that a reader has to skip. */
  readonly unknownEvent: (events: readonly EventData[]) => EncodableFrame;
  /** An event that carries only usage; absent if usage always comes with something else. */
  readonly usageEvent?: (events: readonly EventData[], usage: JsonValue) => EncodableFrame;
  /**
   * One event that says what two neighbours say, in their order; undefined if no event can. Absent if an event only ever
   * says one thing.
   */
  readonly join?: (left: JsonObject, right: JsonObject) => JsonObject | undefined;
  /** An event that says only that the connection is alive. */
  readonly heartbeat?: EncodableFrame;
  /** Members that a client cannot read but has to give back. */
  readonly signatures?: Blanks;
  /** Members that belong to a text that the client reads. */
  readonly attachments?: Blanks;
}
