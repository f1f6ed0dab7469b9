import { join } from 'node:path';
import type { PackageManager } from './preset.ts';

/** The files that name the exact packages of a preset, with a checksum of each. */
export const lockFiles: Readonly<Record<PackageManager, readonly string[]>> = {
  npm: ['package.json', 'package-lock.json'],
  pip: ['requirements.txt'],
};

/** Absolute path of the Python of the virtual environment that an installation in `folder` holds. */
export function environmentPython(folder: string): string {
  const place = process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python';
  return join(folder, 'venv', place);
}
