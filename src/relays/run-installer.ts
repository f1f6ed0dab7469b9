import { execFile } from 'node:child_process';
import type { Clock } from '../core/clock.ts';
import { HarnessFault } from '../core/fault.ts';
import { onProcessExit } from './process-exit.ts';
import type { Environment } from './running-relay.ts';

/** One run of a package manager. */
export interface InstallerRun {
  /** What it is called in messages. */
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** Absolute. */
  readonly folder: string;
  readonly environment: Environment;
  readonly clock: Clock;
  /** The relay that is installed, for messages. */
  readonly title: string;
  /** Where the fault lies, for messages. */
  readonly place: string;
  readonly hint: string;
  /** Called every ten seconds. */
  readonly onStillRunning: () => void;
}

const stillRunningMs = 10_000;
const timeoutMs = 10 * 60_000;
const faultLines = 5;

/** @throws HarnessFault with the first lines that it printed, when it fails or does not end within ten minutes */
export function runInstaller(run: InstallerRun): Promise<void> {
  const { name, command, folder, environment, clock, title, place, hint, onStillRunning } = run;
  const [program, ...args] = command;
  return new Promise((resolve, reject) => {
    let cancel = (): void => undefined;
    const remind = (): void => {
      cancel = clock.after(stillRunningMs, () => {
        onStillRunning();
        remind();
      });
    };
    remind();
    const options = { cwd: folder, env: { ...environment }, timeout: timeoutMs };
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      cancel();
      forget();
      if (error === null) {
        resolve();
        return;
      }
      const lines = `${stderr}\n${stdout}`.split('\n').filter((line) => line.trim() !== '');
      const said = lines.length === 0 ? error.message : lines.slice(0, faultLines).join(' | ');
      const reason = error.killed === true ? `it did not end within ${timeoutMs / 60_000} minutes` : said;
      reject(new HarnessFault(`${name} could not install ${title}: ${reason}`, place, hint));
    });
    const forget = onProcessExit(() => child.kill());
  });
}
