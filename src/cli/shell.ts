import type { RunSite } from '../certify/options/load-run.ts';

/** 0 certified or fine · 1 refused · 2 usage · 3 harness fault or unfinished. */
export type ExitCode = 0 | 1 | 2 | 3;

/** All that a command may touch of the process it runs in. */
export interface Shell extends RunSite {
  /** Data and results: stdout. */
  readonly write: (text: string) => void;
  /** Progress and faults: stderr. */
  readonly tell: (text: string) => void;
  /** Colours are wanted on stdout. */
  readonly colours: boolean;
  /** stderr is a terminal, on which a line may be written again. */
  readonly interactive: boolean;
  readonly readStandardInput: () => Promise<Uint8Array>;
  /** Calls back when the user presses Ctrl-C or the process is told to end; returns what takes that back. */
  readonly onInterrupt: (action: () => void) => () => void;
  /** Ends the process at once, for when nothing else would. */
  readonly exitNow: (code: ExitCode) => void;
}

/** Resolves when the user ends what runs until then. */
export function untilInterrupt({ onInterrupt }: Pick<Shell, 'onInterrupt'>): Promise<void> {
  return new Promise((resolve) => {
    const forget = onInterrupt(() => {
      forget();
      resolve();
    });
  });
}
