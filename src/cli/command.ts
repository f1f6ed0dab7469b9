import type { Command } from 'commander';
import type { ExitCode, Shell } from './shell.ts';

/** One command of the program. To add one, add its file: `npm run generate` lists it in `commands.generated.ts`. */
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
