import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject, parseJson } from '../../src/core/json.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { textOf } from '../support/anatomy/source-files.ts';

const readme = existsSync(join(packageRoot, 'README.md')) ? textOf('README.md').split('\n') : [];

test('README.md is at most 150 lines and shows its first command by line 15', () => {
  expect(readme.length).toBeGreaterThan(1);
  expect(readme.length).toBeLessThanOrEqual(151);
  const first = readme.findIndex((line) => /^\s*(?:\$ )?(?:npm|npx) /.test(line));
  expect(first).toBeGreaterThan(-1);
  expect(first).toBeLessThan(15);
});

test('README.md names no npm script that package.json does not have', () => {
  const parsed = parseJson(textOf('package.json'));
  const scripts =
    parsed.ok && isObject(parsed.value) && isObject(parsed.value['scripts']) ? parsed.value['scripts'] : {};
  const named = readme.flatMap((line) =>
    [...line.matchAll(/npm run (?:-s )?([a-z][a-z:-]*)/g)].map(([, name]) => name ?? ''),
  );
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
});
