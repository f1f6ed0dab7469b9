import { spawnSync } from 'node:child_process';

/** The release line that is asked for: the one that this package is developed and tested on. */
const wanted = 'node@24';

/**
 * Runs a script under a newer Node.js from npm, which keeps it in its cache. Uses nothing that an old Node.js lacks.
 *
 * @param script absolute path of the script
 * @returns the exit code, or `undefined` when npm gives no newer Node.js
 */
export function runUnderNewerNode(script: string, args: readonly string[]): number | undefined {
  const found = spawnSync('npm', ['exec', '--yes', `--package=${wanted}`, '--', 'node', '-p', 'process.execPath'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const program = found.status === 0 ? found.stdout.trim().split('\n').at(-1) : undefined;
  if (program === undefined || program === '' || program === process.execPath) {
    return undefined;
  }
  return spawnSync(program, [script, ...args], { stdio: 'inherit' }).status ?? 3;
}
