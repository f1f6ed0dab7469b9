import type { Clock } from '../core/clock.ts';
import type { Route } from '../core/route.ts';

/** A relay that was ready when this object was made. */
export interface RunningRelay {
  readonly name: string;
  readonly version?: string;
  /** Without a trailing slash. Routes add `basePath` and path to it. */
  readonly baseUrl: string;
  /** Placeholders in headers and keys are replaced, except `{case}`. */
  readonly routes: readonly Route[];
  /**
   * Resolves when none of it is running any more. Later calls do nothing. A relay that we did not start is left alone.
   */
  readonly stop: () => Promise<void>;
  /** The last lines of its output, without terminal colours; empty for a relay that we did not start. */
  readonly log: () => readonly string[];
  /** A process that we started, one that somebody else started, or a part of our own process. Only of the first `exited` tells. */
  readonly where: 'process' | 'elsewhere' | 'in-process';
  /** Whether it accepts connections. */
  readonly reachable: () => Promise<boolean>;
  /** What the config wants done before each case; absent where it wants nothing. Rejects with a HarnessFault. */
  readonly reset?: () => Promise<void>;
  /** How it ended, if it ended by itself: `exited with code 1`. A report must name a crash in mid-run. */
  readonly exited: () => string | undefined;
}

/** Our environment. It is passed in, so that only the command line reads the process's own. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface StartOptions {
  /** Base URL of the fake upstream, with or without a trailing slash. */
  readonly upstreamUrl: string;
  readonly clock: Clock;
  /** Gets one line of plain text for each notable step. */
  readonly onProgress: (line: string) => void;
  /** The source of PATH, HOME, LANG and the variables that `passEnv` names. */
  readonly environment: Environment;
  /** Milliseconds between SIGTERM and SIGKILL; default 3000. */
  readonly graceMs?: number;
}
