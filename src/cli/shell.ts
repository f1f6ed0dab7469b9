import type { Clock } from '../core/clock.ts';
import type { Environment } from '../relays/running-relay.ts';

/** 0 certified or fine · 1 refused · 2 usage · 3 harness fault or unfinished. */
export type ExitCode = 0 | 1 | 2 | 3;

/** All that a command may touch of the process it runs in. */
export interface Shell {
  /** Data and results: stdout. */
  readonly write: (text: string) => void;
  /** What is told on the way: stderr. */
  readonly tell: (text: string) => void;
  /** Colours are wanted on stdout. */
  readonly colours: boolean;
  /** stderr is a terminal, on which a line may be written again. */
  readonly interactive: boolean;
  readonly readStandardInput: () => Promise<Uint8Array>;
  readonly environment: Environment;
  readonly clock: Clock;
  /** Absolute folder that relative paths start from. */
  readonly folder: string;
  /** How this program is started, to be pasted: `npx relaycert`. */
  readonly program: string;
  /** Calls back when the user presses Ctrl-C or the process is told to end; returns what takes that back. */
  readonly onInterrupt: (action: () => void) => () => void;
  /** Ends the process at once, for when nothing else would. */
  readonly exitNow: (code: ExitCode) => void;
}
