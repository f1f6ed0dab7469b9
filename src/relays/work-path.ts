import { isAbsolute, join, normalize, sep } from 'node:path';

/**
 * The absolute path of a file below the work folder, or nothing when the given path would leave it (`../x`, `/x`) or
 * name no file (``, `.`, `sub/`). Backslashes count as separators on every system: a config moves between them.
 */
export function workPath(work: string, relative: string): string | undefined {
  const path = relative.replaceAll('\\', '/');
  const normal = normalize(path);
  if (isAbsolute(path) || /^[A-Za-z]:/.test(path) || path.includes('\0') || path.endsWith('/')) {
    return undefined;
  }
  return normal === '.' || normal === '..' || normal.startsWith(`..${sep}`) ? undefined : join(work, normal);
}
