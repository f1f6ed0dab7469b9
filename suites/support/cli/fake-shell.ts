import { runProgram } from '../../../src/cli/program.ts';
import type { ExitCode, Shell } from '../../../src/cli/shell.ts';
import { systemClock } from '../../../src/core/clock.ts';

export interface ProgramRun {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

/** Runs the command line in this process, without a process of its own and without a terminal. */
export async function runHere(words: readonly string[], input = '', more: Partial<Shell> = {}): Promise<ProgramRun> {
  let out = '';
  let err = '';
  const code = await runProgram(words, {
    write: (text) => {
      out += text;
    },
    tell: (text) => {
      err += text;
    },
    colours: false,
    interactive: false,
    readStandardInput: () => Promise.resolve(new TextEncoder().encode(input)),
    environment: {},
    clock: systemClock,
    folder: process.cwd(),
    program: 'npx relaycert',
    onInterrupt: () => () => undefined,
    exitNow: () => undefined,
    ...more,
  });
  return { code, out, err };
}
