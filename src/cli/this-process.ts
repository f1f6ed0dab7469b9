import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { systemClock } from '../core/clock.ts';
import { packageRoot } from '../core/package-root.ts';
import { quoteForShell } from '../core/quote-for-shell.ts';
import { runProgram } from './program.ts';
import type { ExitCode, Shell } from './shell.ts';

/** Runs the program in this process, with its arguments. */
export async function runInThisProcess(): Promise<void> {
  // vitest may set the exit code at any time, so ours is set last, when the process ends. A process that ends without a
  // result has not finished.
  let code: ExitCode = 3;
  process.on('exit', () => {
    process.exitCode = code;
  });
  ignoreClosedPipe(process.stdout);
  ignoreClosedPipe(process.stderr);
  code = await runProgram(process.argv.slice(2), {
    ...processShell(),
    exitNow: (wanted) => {
      code = wanted;
      process.exit();
    },
  });
}

function processShell(): Omit<Shell, 'exitNow'> {
  const { stdin, stdout, stderr, env } = process;
  const plain = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return {
    write: (text) => {
      stdout.write(text);
    },
    tell: (text) => {
      stderr.write(text);
    },
    colours: stdout.isTTY && !plain,
    interactive: stderr.isTTY && env['TERM'] !== 'dumb' && (env['CI'] ?? '') === '',
    readStandardInput: () => buffer(stdin),
    environment: env,
    clock: systemClock,
    folder: process.cwd(),
    program: programCommand(process.cwd()),
    onInterrupt: (action) => {
      process.on('SIGINT', action);
      process.on('SIGTERM', action);
      return () => {
        process.off('SIGINT', action);
        process.off('SIGTERM', action);
      };
    },
  };
}

/** From sources, the package's npm script starts it with the right Node.js, but only in the package's own folder. */
function programCommand(folder: string): string {
  if (!import.meta.filename.endsWith('.ts')) {
    return 'npx relaycert';
  }
  return folder === packageRoot
    ? 'npm run -s relaycert --'
    : `node ${quoteForShell(join(packageRoot, 'src', 'cli', 'main.ts'))}`;
}

/** `relaycert list | head -1` closes our output early. That is not a fault. */
function ignoreClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') {
      throw error;
    }
  });
}
