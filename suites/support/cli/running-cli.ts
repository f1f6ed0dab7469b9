import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { packageRoot } from '../../../src/core/package-root.ts';
import type { CliRun } from './run-cli.ts';

/** The command line as a process that goes on. */
export interface RunningCli {
  /** Resolves with the match when its output says so; rejects when it ends before. */
  readonly said: (what: RegExp) => Promise<RegExpExecArray>;
  readonly interrupt: () => void;
  readonly ended: Promise<CliRun>;
}

/** Starts the command line from sources, with nothing of our environment but the path, and what is given. */
export function startCli(
  args: readonly string[],
  cwd: string,
  environment: Readonly<Record<string, string>> = {},
): RunningCli {
  const child = spawn(process.execPath, [join(packageRoot, 'src', 'cli', 'main.ts'), ...args], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let code: number | null | undefined;
  let listeners: (() => void)[] = [];
  const tell = (): void => {
    for (const listener of listeners) {
      listener();
    }
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    tell();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
    tell();
  });
  const ended = new Promise<CliRun>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exit) => {
      code = exit;
      tell();
      resolve({ code: exit, stdout, stderr });
    });
  });
  return {
    ended,
    interrupt: () => child.kill('SIGINT'),
    said: (what) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = what.exec(stdout + stderr);
          if (match !== null) {
            listeners = listeners.filter((listener) => listener !== look);
            resolve(match);
          } else if (code !== undefined) {
            reject(new Error(`it ended with ${code} and never said ${what}: ${stdout}${stderr}`));
          }
        };
        listeners.push(look);
        look();
      }),
  };
}
