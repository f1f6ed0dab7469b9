import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder that holds this package's package.json, contracts and recordings. Sources run from `src/`, and the
 * published package runs from `dist/src/`, so the distance differs.
 */
export const packageRoot: string = findPackageRoot(import.meta.dirname);

function findPackageRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'contracts'))) {
      return folder;
    }
    if (folder === dirname(folder)) {
      throw new Error(`no package.json with contracts beside it above ${from}`);
    }
  }
}
