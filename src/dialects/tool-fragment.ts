import type { JsonValue } from '../core/json.ts';

/** What one event says about one tool call, as it stands on the wire: null and `""` are something else than nothing. */
export interface ToolFragment {
  readonly choice: number;
  /** What the wire tells calls of one choice apart by: the index of the call, block or item. */
  readonly index: number;
  readonly id?: JsonValue | undefined;
  readonly name?: JsonValue | undefined;
  /** A piece of the text of the arguments. */
  readonly arguments?: JsonValue | undefined;
  /** The whole text of the arguments, said when they are complete. */
  readonly whole?: JsonValue | undefined;
}
