import { expect, test } from 'vitest';
import { isObject, parseJson } from '../../src/core/json.ts';
import { textOf } from '../support/anatomy/source-files.ts';

function manifest(path: string) {
  const parsed = parseJson(textOf(path));
  if (!parsed.ok || !isObject(parsed.value)) {
    throw new Error(`${path} is not a JSON object`);
  }
  return parsed.value;
}

function versions(path: string, group: string): readonly (readonly [string, unknown])[] {
  const found = manifest(path)[group];
  return isObject(found) ? Object.entries(found) : [];
}

test.each(['package.json', 'src/relays/llms/package.json', 'src/relays/portkey/package.json'])(
  '%s pins each dependency to one version',
  (path) => {
    const loose = ['dependencies', 'devDependencies', 'optionalDependencies']
      .flatMap((group) => versions(path, group))
      .filter(([, version]) => typeof version !== 'string' || !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version));
    expect(loose).toEqual([]);
  },
);
