import type { JsonValue } from '../core/json.ts';

/** What one event says about one tool call, as it is on the wire: null and `""` differ from an absent value. */
export interface ToolFragment {
  readonly choice: number;
  /** What tells the calls of one choice apart on the wire: the index of the call, block or item. */
  readonly index: number;
  readonly id?: JsonValue | undefined;
  readonly name?: JsonValue | undefined;
  /** A piece of the text of the arguments. */
  readonly arguments?: JsonValue | undefined;
  /** The whole text of the arguments, sent when they are complete. */
  readonly whole?: JsonValue | undefined;
}
