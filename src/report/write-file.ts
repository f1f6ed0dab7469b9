import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder, orUnwritable } from '../core/writable.ts';

/** Writes a file so that it is there whole or not at all. Throws a `UsageFault` when it cannot be written. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.partial`;
  orUnwritable(path, () => {
    makeFolder(dirname(path));
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  });
}

/** Removes a file if it is there. Throws a `UsageFault` when it is and cannot be removed. */
export function removeOld(path: string): void {
  orUnwritable(path, () => rmSync(path, { force: true }));
}
