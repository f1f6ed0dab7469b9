import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { HarnessFault } from '../core/fault.ts';
import type { Environment } from './running-relay.ts';

/**
 * Absolute path of npm: the one that came with the Node.js we run on, else the first on PATH.
 *
 * @param node path of our Node.js
 * @throws HarnessFault when npm is missing
 */
export function findNpm(node: string, environment: Environment): string {
  const folders = [dirname(node), ...(environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')];
  const npm = folders.map((folder) => join(folder, 'npm')).find((path) => existsSync(path));
  if (npm === undefined) {
    throw new HarnessFault('npm was not found', 'PATH', 'install npm, or put it on PATH');
  }
  return npm;
}
