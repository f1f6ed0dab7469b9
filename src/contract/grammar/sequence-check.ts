import type { JsonValue } from '../../core/json.ts';
import { type EngineIssue, engineIssues } from './engine-issues.ts';
import type { Read } from './pointer.ts';

/** Holds the number of each event against that of the event before: step 3 of "One event" in contracts/README.md. */
export class SequenceCheck {
  /** The last number that came. */
  last: number | undefined;
  readonly #read: Read;
  readonly #before: number | undefined;

  /** @param startingAfter the last number that the client had before it resumed the answer */
  constructor({ read, from }: { readonly read: Read; readonly from?: number }, startingAfter: number | undefined) {
    this.#read = read;
    this.#before = startingAfter ?? (from === undefined ? undefined : from - 1);
  }

  /** Takes the next event; returns what is wrong with its number. */
  take(node: JsonValue): EngineIssue | undefined {
    const value = this.#read(node);
    if (typeof value !== 'number') {
      return engineIssues.sequenceAbsent();
    }
    const last = this.last ?? this.#before;
    this.last = value;
    if (last === undefined || value === last + 1) {
      return undefined;
    }
    return value <= last ? engineIssues.sequenceFalling() : engineIssues.sequenceGap();
  }
}
