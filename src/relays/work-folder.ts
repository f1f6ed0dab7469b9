import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { messageOf, UsageFault } from '../core/fault.ts';
import { onProcessExit } from './process-exit.ts';
import { workPath } from './work-path.ts';

/** A folder that lives as long as one run of a relay. */
export interface WorkFolder {
  readonly path: string;
  /** Deletes it; it is also deleted when our process ends. */
  readonly remove: () => Promise<void>;
}

/** Makes an empty work folder in the system's folder for temporary files. */
export async function createWorkFolder(): Promise<WorkFolder> {
  const path = await realpath(await mkdtemp(join(tmpdir(), 'relaycert-relay-')));
  const forget = onProcessExit(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    remove: async () => {
      forget();
      await rm(path, { recursive: true, force: true });
    },
  };
}

/**
 * Writes the generated files of a relay. They can hold keys, so only our user may read them.
 *
 * @param files path below the work folder → content
 * @param place the config that names them, for messages
 * @throws UsageFault for a path that leaves the folder, or that is a file for one entry and a folder for another
 */
export async function writeWorkFiles(
  work: string,
  files: Readonly<Record<string, string>>,
  place: string,
): Promise<void> {
  for (const [relative, content] of Object.entries(files)) {
    const path = workPath(work, relative, place);
    try {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content, { mode: 0o600 });
    } catch (error) {
      const reason = messageOf(error);
      throw new UsageFault(`cannot be written: ${reason}`, `${place} /start/files/${relative}`, 'choose another path');
    }
  }
}
