import { isAbsolute, join, normalize, sep } from 'node:path';
import { UsageFault } from '../core/fault.ts';

/**
 * The absolute path of a file below the work folder. Backslashes count as separators on every system, because
 * configs move between systems.
 *
 * @param place the config that names the file, for messages
 * @throws UsageFault for a path that would leave the folder (`../x`, `/x`) or names no file (``, `.`, `sub/`)
 */
export function workPath(work: string, relative: string, place: string): string {
  const path = relative.replaceAll('\\', '/');
  const normal = normalize(path);
  const leaves = isAbsolute(path) || /^[A-Za-z]:/.test(path) || normal === '..' || normal.startsWith(`..${sep}`);
  if (leaves || normal === '.' || path.endsWith('/') || path.includes('\0')) {
    throw new UsageFault(
      'the file would not be inside the work folder',
      `${place} /start/files/${relative}`,
      'use a relative path that stays below the work folder and names a file',
    );
  }
  return join(work, normal);
}
