import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/core/package-root.ts';
import { identifier } from './identifier.ts';

/** One source file that an index imports. */
export interface Module {
  /** The file's name without extension, or `scope/topic`. */
  readonly id: string;
  /** The name that its import gets. */
  readonly name: string;
  /** Import path, relative to the index. */
  readonly from: string;
  readonly source: string;
}

/** Names of the folders in `folder`, sorted; empty if it does not exist. */
export function foldersIn(folder: string): readonly string[] {
  return entries(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

/**
 * The TypeScript files directly in `folder` that declare `export const <exported>`, by name. `.generated.ts` and
 * `.test.ts` files never count.
 *
 * @param below put before the file's name in ids and import paths: `any/`
 */
export function modulesIn(folder: string, exported: string, kind: string, below = ''): readonly Module[] {
  return entries(`${folder}/${below}`)
    .filter((entry) => entry.isFile() && /^[a-z0-9-]+\.ts$/.test(entry.name))
    .map((entry) => entry.name.replace(/\.ts$/, ''))
    .sort()
    .map((name) => module(folder, `${below}${name}`, kind))
    .filter(({ source }) => declares(source, exported));
}

function module(folder: string, id: string, kind: string): Module {
  return {
    id,
    name: identifier(id, kind),
    from: `./${id}.ts`,
    source: readFileSync(join(packageRoot, folder, `${id}.ts`), 'utf8'),
  };
}

function declares(source: string, exported: string): boolean {
  return new RegExp(`^export const ${exported}\\b`, 'm').test(source);
}

function entries(folder: string) {
  const path = join(packageRoot, folder);
  return existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
}
