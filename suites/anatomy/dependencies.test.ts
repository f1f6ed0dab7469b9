import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isObject, parseJson } from '../../src/core/json.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { textOf } from '../support/source-files.ts';

/** Names of the packages that a group of package.json lists. */
function packages(group: string): readonly string[] {
  const parsed = parseJson(textOf('package.json'));
  const found = parsed.ok && isObject(parsed.value) ? parsed.value[group] : undefined;
  return isObject(found) ? Object.keys(found) : [];
}

/** Lines of the section "Dependencies" of ARCHITECTURE.md. */
function argued(): readonly string[] {
  if (!existsSync(join(packageRoot, 'ARCHITECTURE.md'))) {
    return [];
  }
  const [, section = ''] = textOf('ARCHITECTURE.md').split(/^#+ Dependencies.*$/m);
  return (section.split(/^#+ /m)[0] ?? '').split('\n');
}

/** A line that names the package and says more than its name. */
function isArgued(name: string): boolean {
  return argued().some((line) => {
    const rest = line.replace(`\`${name}\``, '');
    return rest !== line && rest.trim().length > 20;
  });
}

test('the section "Dependencies" of ARCHITECTURE.md argues each dependency in one line, its name as code', () => {
  const names = [...packages('dependencies'), ...packages('devDependencies')];
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !isArgued(name))).toEqual([]);
});
