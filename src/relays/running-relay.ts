import type { Clock } from '../core/clock.ts';
import type { Route } from '../core/route.ts';

/** A relay that was ready when it was handed out. */
export interface RunningRelay {
  readonly name: string;
  readonly version?: string;
  /** Without a trailing slash; routes add `basePath` and path to it. */
  readonly baseUrl: string;
  /** Placeholders in headers are replaced. */
  readonly routes: readonly Route[];
  /** Resolves when nothing of it runs any more; later calls do nothing. A relay that we did not start is left alone. */
  readonly stop: () => Promise<void>;
  /** The last lines of its output, without terminal colours; empty for a relay that we did not start. */
  readonly log: () => readonly string[];
  /** How it ended, when it ended by itself: `exited with code 1`. A crash in mid-run is a fact that a report must name. */
  readonly exited: () => string | undefined;
}

/** Our environment, handed in so that only the command line reads the process's own. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface StartOptions {
  /** Base URL of the fake upstream, with or without a trailing slash. */
  readonly upstreamUrl: string;
  readonly clock: Clock;
  /** Gets one line of plain text per step worth telling. */
  readonly onProgress: (line: string) => void;
  /** Where PATH, HOME, LANG and the names of `passEnv` come from. */
  readonly environment: Environment;
  /** Milliseconds between SIGTERM and SIGKILL; default 3000. */
  readonly graceMs?: number;
}
