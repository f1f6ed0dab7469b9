import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject, parseJson } from './json.ts';
import { packageRoot } from './package-root.ts';

/** Version of this package, from its package.json. */
export const packageVersion: string = readVersion();

function readVersion(): string {
  const parsed = parseJson(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const version = parsed.ok && isObject(parsed.value) ? parsed.value['version'] : undefined;
  return typeof version === 'string' ? version : '0.0.0';
}
