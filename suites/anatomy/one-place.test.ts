import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/core/package-root.ts';
import { parseSource, sourceFiles } from '../support/anatomy/source-files.ts';
import { onePlaces, uses } from './one-place.ts';

const files = sourceFiles('src');

function usesOf(text: string): readonly string[] {
  const file = parseSource('src/wire/example.ts', text);
  return onePlaces.flatMap((place) => uses(file, place));
}

describe('what has one place in src', () => {
  test.each(onePlaces)('$title', (place) => {
    expect(files.flatMap((file) => uses(file, place))).toEqual([]);
  });

  test.each(onePlaces)('$title: each file that may do it exists and does it', (place) => {
    const places = Object.keys(place.allowed);
    expect(places.filter((path) => !existsSync(join(packageRoot, path)))).toEqual([]);
    const idle = places.filter((path) => {
      const inside = files.filter((file) => file.path === path || (path.endsWith('/') && file.path.startsWith(path)));
      return inside.every((file) => uses(file, { ...place, allowed: {} }).length === 0);
    });
    expect(idle).toEqual([]);
  });

  test.each([
    'JSON.parse(text);',
    'const parse = JSON.parse;',
    "JSON['parse'](text);",
    'globalThis.JSON.parse(text);',
    'const at = new Date();',
    'const now = performance.now();',
    'setTimeout(run, 5);',
    'globalThis.setTimeout(run, 5);',
    "import { setTimeout as sleep } from 'node:timers/promises';",
    'console.log(text);',
    "process.env['HOME'];",
    'const { argv, env } = process;',
    "import { env } from 'node:process';",
    'process.exitCode = 1;',
  ])('%s is seen', (text) => {
    expect(usesOf(text)).toHaveLength(1);
  });

  test.each([
    "// JSON.parse is not used here\nconst text = 'JSON.parse';",
    'const at = new Date(stamp);',
    'clock.now();',
  ])('%j is fine', (text) => {
    expect(usesOf(text)).toEqual([]);
  });
});
