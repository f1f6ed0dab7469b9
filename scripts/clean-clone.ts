import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { $, fs } from 'zx';
import { packageRoot } from '../src/core/package-root.ts';

/**
 * What a new user does, with only what is committed: clones into an empty folder and runs the first commands of the
 * README. Ends with the exit code of the first command that fails.
 */
const folder = mkdtempSync(join(tmpdir(), 'relaycert-clone-'));
$.verbose = true;
$.nothrow = true;

const steps: readonly (readonly string[])[] = [
  ['git', 'clone', '--quiet', packageRoot, '.'],
  ['npm', 'ci'],
  ['npm', 'run', 'certify'],
  ['npm', 'test'],
];
let code = 0;
for (const step of steps) {
  const { exitCode } = await $({ cwd: folder, env: withoutOurModules() })`${step}`;
  code = exitCode ?? 3;
  if (code !== 0) {
    break;
  }
}
await fs.remove(folder);
process.exitCode = code;

/** The PATH of an npm script begins with our own node_modules/.bin, which a new user does not have. */
function withoutOurModules(): NodeJS.ProcessEnv {
  const path = (process.env['PATH'] ?? '').split(':').filter((part) => !part.includes('node_modules'));
  return { ...process.env, PATH: path.join(':') };
}
