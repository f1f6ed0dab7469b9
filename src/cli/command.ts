import type { Command } from 'commander';
import type { ExitCode, Shell } from './shell.ts';

/** One command of the program. Its file is all that has to be added: `commands.generated.ts` finds it. */
export interface CliCommand {
  readonly name: string;
  /** Declares description, arguments and options. */
  readonly define: (command: Command) => void;
  /**
   * Runs it; arguments and options are in `command`.
   *
   * @throws UsageFault | HarnessFault, which the program prints and turns into an exit code
   */
  readonly run: (command: Command, shell: Shell) => Promise<ExitCode>;
}
