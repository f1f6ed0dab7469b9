import type { Deadlines } from '../core/exchange.ts';
import type { Grade } from '../core/grade.ts';
import type { Level } from '../core/level.ts';
import type { Policies } from '../core/policies.ts';
import type { Route } from '../core/route.ts';

/** What a certification must know about a relay before it runs. */
export interface RelayProfile {
  readonly name: string;
  readonly version?: string;
  /** At least one, no two with the same pair of dialects. Headers may still hold placeholders. */
  readonly routes: readonly Route[];
  readonly policies: Policies;
  readonly deadlines: Deadlines;
  readonly grade: Grade;
  readonly level: Level;
  /** How many cases run at once, at most. */
  readonly concurrency?: number;
  /** `never` where absent. */
  readonly restart?: Restart;
  /** Each case is preceded by a reset. */
  readonly resets?: boolean;
  /** Milliseconds that the relay needs to forget what it locked. */
  readonly restMs?: number;
  /** SHA-256 over all that was configured and does not differ between machines. A certificate names it. */
  readonly hash: string;
}

/**
 * When a relay is started again. `never`: only if it ended by itself. `after-fault`: also before the case that follows one
 * in which its upstream failed, because a failure is what makes relays lock a model or an account. `always`: before
 * every case.
 */
export type Restart = (typeof restarts)[number];

export const restarts = ['never', 'after-fault', 'always'] as const;

/** A relay that is started as a process, or that is already running somewhere. */
export interface RelayConfig extends RelayProfile {
  /** The file or preset that the config comes from, for messages. */
  readonly place: string;
  /** Absolute folder from which relative paths start. */
  readonly folder: string;
  /** Absent for a relay that already runs at `url`. */
  readonly start?: StartCommand;
  /** Base URL, placeholders not yet replaced. */
  readonly url: string;
  readonly ready: Readiness;
  readonly setup: readonly ControlRequest[];
  readonly reset?: Reset;
}

/** A request to the relay's own API, placeholders not yet replaced. */
export interface ControlRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes of the body as text. */
  readonly body?: string;
  /** Absent: any of 200 to 299. */
  readonly status?: number;
  /** Name → JSON pointer into the body of the response, or name of a header. */
  readonly learn: Readonly<Record<string, string>>;
  /** Where the config has it, for messages. */
  readonly place: string;
}

/** What is done before each case. */
export type Reset =
  | { readonly requests: readonly ControlRequest[] }
  | { readonly command: readonly [program: string, ...args: string[]] };

export interface StartCommand {
  readonly command: readonly [program: string, ...args: string[]];
  readonly cwd?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly passEnv: readonly string[];
  /** Path below the work folder → content template. */
  readonly files: Readonly<Record<string, string>>;
}

/** All given conditions must hold. If none is given, the port must accept connections. */
export interface Readiness {
  readonly path?: string;
  readonly status?: number;
  readonly port?: number;
  readonly log?: string;
  readonly timeoutMs: number;
}

export const defaultReadyTimeoutMs = 30_000;

export const defaultRelayUrl = 'http://127.0.0.1:{port}';
