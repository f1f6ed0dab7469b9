import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HarnessFault } from './fault.ts';
import { isObject, type JsonObject, parseJson } from './json.ts';
import { packageRoot } from './package-root.ts';

/**
 * A schema of this package's own formats, `contracts/meta/<name>.schema.json`.
 *
 * @throws HarnessFault when the file is not a JSON object
 */
export function readMetaSchema(name: string): JsonObject {
  const path = join(packageRoot, 'contracts', 'meta', `${name}.schema.json`);
  const parsed = parseJson(readFileSync(path, 'utf8'));
  if (!parsed.ok || !isObject(parsed.value)) {
    throw new HarnessFault('a schema of this package is not a JSON object', path, 'install the package again');
  }
  return parsed.value;
}
