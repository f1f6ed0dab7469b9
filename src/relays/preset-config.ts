import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../core/hash.ts';
import { packageRoot } from '../core/package-root.ts';
import { toRelayConfig } from './load-config.ts';
import { environmentPython, lockFiles } from './package-files.ts';
import type { ProcessPreset } from './preset.ts';
import type { RelayConfig } from './relay-config.ts';
import type { RelayDefinition } from './relay-definition.ts';

/** A preset as far as its packages go. */
export type InstalledPreset = Pick<ProcessPreset, 'id' | 'packages'>;

/** The parts of a preset's definition that differ between machines. */
export interface PresetPaths {
  /** The Node.js that we run on. */
  readonly node: string;
  /** The Python of the installation; only where pip installs. */
  readonly python: string;
  /** Folder that holds the installed `node_modules` or virtual environment. */
  readonly install: string;
  /** Absolute path of one of the preset's own scripts. */
  readonly script: (name: string) => string;
}

/**
 * The config of a process preset. Its hash covers the definition without paths, and the exact packages.
 *
 * @param folder absolute folder where it is installed
 */
export function presetConfig(
  { id, packages }: InstalledPreset,
  folder: string,
  define: (paths: PresetPaths) => RelayDefinition,
): RelayConfig {
  const definition = define({
    node: process.execPath,
    python: environmentPython(folder),
    install: folder,
    script: (name) => presetFile(id, name),
  });
  const portable = define({ node: 'node', python: 'python', install: '{install}', script: (name) => name });
  const config = toRelayConfig(definition, `preset ${id}`, folder);
  return { ...config, hash: sha256(`${JSON.stringify(portable)}${presetLockHash({ id, packages })}`) };
}

/**
 * Absolute path of a data file of a preset: a lock file, a script. They stay in `src` in the
 * published package too, because the compiler moves only TypeScript.
 */
export function presetFile(id: string, name: string): string {
  return join(packageRoot, 'src/relays', id, name);
}

/** Names the exact set of packages that a preset installs. */
export function presetLockHash({ id, packages }: InstalledPreset): string {
  return sha256(lockFiles[packages].map((name) => readFileSync(presetFile(id, name), 'utf8')).join());
}
