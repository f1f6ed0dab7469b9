import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageFault } from '../core/fault.ts';

/** Writes a file so that it is there whole or not at all. Throws a `UsageFault` when it cannot be written. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.partial`;
  orUnwritable(path, () => {
    makeFolder(dirname(path));
    writeFileSync(temporary, content);
    renameSync(temporary, path);
  });
}

/** Makes a folder and those above it. Node.js's own way never returns below a folder that takes no entries, like /proc. */
export function makeFolder(path: string): void {
  if (!existsSync(path)) {
    makeFolder(dirname(path));
    try {
      mkdirSync(path);
    } catch (error) {
      // Another run may have been faster.
      if (!existsSync(path)) {
        throw error;
      }
    }
  }
}

/** Removes a file if it is there. Throws a `UsageFault` when it is and cannot be removed. */
export function removeOld(path: string): void {
  orUnwritable(path, () => rmSync(path, { force: true }));
}

/** Runs something that writes below `path`; what the file system refuses becomes a `UsageFault`. */
export function orUnwritable<Result>(path: string, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageFault(`it cannot be written (${code})`, path, 'name another folder, or make room there');
  }
}
