import { expect, test } from 'vitest';
import { isObject, parseJson } from '../../src/core/json.ts';
import { textOf } from '../support/anatomy/source-files.ts';

/** Names of the packages that a group of package.json lists. */
function packages(group: string): readonly string[] {
  const parsed = parseJson(textOf('package.json'));
  const found = parsed.ok && isObject(parsed.value) ? parsed.value[group] : undefined;
  return isObject(found) ? Object.keys(found) : [];
}

/** Names of the packages that a section of ARCHITECTURE.md explains, each in a line that says more than the name. */
function argued(heading: string): readonly string[] {
  const [, behind = ''] = textOf('ARCHITECTURE.md').split(`## ${heading}\n`);
  const [section = ''] = behind.split(/^## /m);
  return [...section.matchAll(/^- `([^`]+)`: .{20,}$/gm)].flatMap(([, name]) => (name === undefined ? [] : [name]));
}

test.each([
  ['dependencies', 'Dependencies at run time'],
  ['devDependencies', 'Dependencies for development'],
])('each of the %s has one line in "%s" of ARCHITECTURE.md, and no other package has', (group, heading) => {
  expect(packages(group).length).toBeGreaterThan(0);
  expect(argued(heading)).toEqual(packages(group).toSorted());
});
