import { join } from 'node:path';
import { UsageFault } from '../core/fault.ts';
import { writeWhole } from '../core/writable.ts';
import type { Recording } from './recording.ts';
import { writeHar } from './write-har.ts';

/**
 * Writes a recording to `<folder>/<name>.har`, whole or not at all, and returns the path.
 *
 * @throws UsageFault for a name that is not a plain file name (a recording never leaves its folder), and when the file
 *   cannot be written
 */
export function saveRecording(folder: string, recording: Recording): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(recording.name)) {
    throw new UsageFault(
      'the name of a recording cannot be a file name',
      join(folder, '<name>.har'),
      'use letters, digits, dots, underscores and hyphens, with a letter or digit first',
    );
  }
  const path = join(folder, `${recording.name}.har`);
  writeWhole(path, writeHar(recording), true);
  return path;
}
