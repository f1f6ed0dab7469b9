import type { FinishKind } from '../core/domain-event.ts';

/** How a turn ended, in neutral words and as the upstream said it. */
export interface Finish {
  readonly kind: FinishKind;
  readonly raw: string;
}

/** The finish reasons of one dialect, for writing; the contract has its own map for reading. */
export interface FinishTable {
  /** Every value of this dialect with its meaning. */
  readonly own: Readonly<Record<string, FinishKind>>;
  /** What to write for a meaning; `undefined` where no value of the dialect may stand for it. */
  readonly preferred: Readonly<Record<FinishKind, string | undefined>>;
}

/** What else the answer held, as far as a finish reason depends on it. */
export interface AnswerTraits {
  readonly clientTools: boolean;
  readonly refusalText: boolean;
}

/** The raw value itself where it is one of this dialect and means what the event says: a route within one dialect keeps it. */
export function keptFinish(table: FinishTable, finish: Finish): string | undefined {
  return Object.hasOwn(table.own, finish.raw) && table.own[finish.raw] === finish.kind ? finish.raw : undefined;
}
