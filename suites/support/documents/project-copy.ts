import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { onTestFinished } from 'vitest';
import { packageRoot } from '../../../src/core/package-root.ts';

/** Top-level folders that a copy does not need or shares. */
const leftOut = new Set(['.git', '.relaycert', '.relays', '.model-server', 'coverage', 'dist', 'node_modules']);

/**
 * A copy of this project in a temporary folder, as its files are now, which shares the installed packages. Removed when
 * the test has finished.
 */
export function projectCopy(): string {
  const folder = mkdtempSync(join(tmpdir(), 'relaycert-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(packageRoot, folder, {
    recursive: true,
    filter: (source) => {
      const path = relative(packageRoot, source);
      return !leftOut.has(path) && basename(path) !== 'node_modules';
    },
  });
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}
