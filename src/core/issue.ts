/**
 * Strength of a rule. `BRK`: an official SDK throws, hangs or loses data. `SPEC`: types or documentation state it.
 * `OBS`: every first-party stream seen holds to it, but no document says it, or no reader misses it. `TOL`: the deviation is known and
 * tolerated. BRK and SPEC are must-findings, OBS is a should, and TOL is a note.
 */
export type IssueLevel = 'BRK' | 'SPEC' | 'OBS' | 'TOL';

/** Whether a finding of this level is a must. */
export function isMustLevel(level: IssueLevel): boolean {
  return level === 'BRK' || level === 'SPEC';
}

/** Whose answer a reading is: the relay's under test, or that of a server whose habits are known facts. */
export type Sender = 'upstream' | 'relay';

/** What an issue is about; each topic belongs to one requirement of scope `any`. */
export type IssueTopic =
  | 'framing'
  | 'events'
  | 'order'
  | 'terminal'
  | 'after-terminal'
  | 'identity'
  | 'tools'
  | 'usage'
  | 'drift';

/** One breach of a contract by one stream, with its place and never with payload. */
export interface Issue {
  /**
   * Can be derived from the contract's data: `block.gap`, `tool.changed.id`, `event.schema.message_delta`,
   * `wire.unterminated` …
   */
  readonly id: string;
  readonly topic: IssueTopic;
  readonly level: IssueLevel;
  /** Its level where a relay made it: what servers do and readers have learnt to skip, a relay must not add. */
  readonly relay?: IssueLevel;
  /** Index of the frame, or of the last frame for an issue found at the end. */
  readonly frame: number;
  /** Byte offset of that frame. */
  readonly position: number;
  /** Instance path or schema path (`block 2`, `/delta/stop_reason`); never a value from the stream. */
  readonly detail?: string;
  /** The field's own word for this fault, if there is one. */
  readonly cause?: string;
}

/** The level of an issue in an answer that came from this sender. */
export function levelFrom(sender: Sender, { level, relay }: Pick<Issue, 'level' | 'relay'>): IssueLevel {
  return sender === 'relay' ? (relay ?? level) : level;
}
