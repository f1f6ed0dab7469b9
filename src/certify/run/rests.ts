import type { Clock } from '../../core/clock.ts';

/** Gives a relay time to forget what it locked. */
export interface Rests {
  /** @param retryAfterMs what the relay itself asks for; what the config says goes before it */
  readonly rest: (retryAfterMs: number | undefined) => Promise<void>;
  /** No rest is left in this run. */
  readonly spent: () => boolean;
}

const defaultRestMs = 5_000;

/** A relay that wants to be left alone for longer is not waited for. */
const longestRestMs = 60_000;

/** What all rests of a run may take, unless the config's own rest makes four of them longer. */
const budgetMs = 120_000;

/** @param configuredMs the rest that the config names */
export function createRests(clock: Clock, configuredMs: number | undefined): Rests {
  let left = Math.max(budgetMs, 4 * (configuredMs ?? 0));
  return {
    rest: async (retryAfterMs = defaultRestMs) => {
      const ms = Math.min(left, configuredMs ?? Math.min(retryAfterMs, longestRestMs));
      left -= ms;
      await clock.sleep(ms);
    },
    spent: () => left <= 0,
  };
}
