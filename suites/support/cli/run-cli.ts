import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../src/core/package-root.ts';

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line from sources, in a folder, with nothing of vitest's own environment. */
export function runCli(args: readonly string[], cwd: string, input?: string): Promise<CliRun> {
  return runCommand(process.execPath, [join(packageRoot, 'src', 'cli', 'main.ts'), ...args], cwd, input);
}

export function runCommand(program: string, args: readonly string[], cwd: string, input?: string): Promise<CliRun> {
  const foreign = /^(VITEST|TEST$|NODE_ENV$)/;
  const kept = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: kept, stdio: ['pipe', 'pipe', 'pipe'] });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (bytes: Buffer) => out.push(bytes));
    child.stderr.on('data', (bytes: Buffer) => err.push(bytes));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
    // A program that reads no input may have ended before any is written.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  });
}
