import { execFile } from 'node:child_process';
import { HarnessFault } from '../core/fault.ts';
import type { Environment } from './running-relay.ts';

/** A Python to make a virtual environment with. */
export interface Python {
  /** The interpreter itself, not a script that picks one. */
  readonly path: string;
  /** Such as `3.12.4`. */
  readonly version: string;
}

/** Python 3.10 is the oldest that the packages of our presets run on. */
const oldestMinor = 10;

const question = 'import platform, sys; print(platform.python_version(), sys.executable)';

/**
 * The first Python on PATH that is new enough.
 *
 * @throws HarnessFault when there is none
 */
export async function findPython(environment: Environment): Promise<Python> {
  const seen: string[] = [];
  for (const name of ['python3', 'python']) {
    const [, version = '', minor = '0', path = ''] = /^(3\.(\d+)\S*) (.+)$/.exec(await ask(name, environment)) ?? [];
    if (Number(minor) >= oldestMinor) {
      return { path, version };
    }
    seen.push(...(version === '' ? [] : [version]));
  }
  const found = seen.length === 0 ? 'Python 3 was not found' : `Python ${seen[0]} is too old`;
  throw new HarnessFault(found, 'PATH', `install Python 3.${oldestMinor} or newer with venv and pip`);
}

/** What a program called so says of itself; nothing where it is missing or is no Python 3. */
function ask(name: string, environment: Environment): Promise<string> {
  return new Promise((resolve) => {
    execFile(name, ['-c', question], { env: { ...environment } }, (error, stdout) => {
      resolve(error === null ? stdout.trim() : '');
    });
  });
}
