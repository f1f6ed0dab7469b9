import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { UsageFault } from './fault.ts';

/**
 * Makes a folder and its parents. Node.js's own function never returns below a folder that takes no entries, like
 * /proc.
 */
export function makeFolder(path: string): void {
  if (!existsSync(path)) {
    makeFolder(dirname(path));
    try {
      mkdirSync(path);
    } catch (error) {
      // Another run may have made it meanwhile.
      if (!existsSync(path)) {
        throw error;
      }
    }
  }
}

/** Runs something that writes below `path`. What the file system refuses becomes a `UsageFault`. */
export function orUnwritable<Result>(path: string, write: () => Result): Result {
  try {
    return write();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new UsageFault(`it cannot be written (${code})`, path, 'name another folder, or make room there');
  }
}

/**
 * Writes a file so that it is there whole or not at all.
 *
 * @param flush waits until the disk has it; for content that cannot be made again
 * @throws UsageFault when it cannot be written
 */
export function writeWhole(path: string, content: string | Uint8Array, flush = false): void {
  const temporary = `${path}.${process.pid}.tmp`;
  orUnwritable(path, () => {
    makeFolder(dirname(path));
    try {
      writeFileSync(temporary, content, { flush });
      renameSync(temporary, path);
    } catch (error) {
      rmSync(temporary, { force: true });
      throw error;
    }
  });
}

/** Removes a file if there is one. Throws a `UsageFault` if it cannot be removed. */
export function removeOld(path: string): void {
  orUnwritable(path, () => rmSync(path, { force: true }));
}
