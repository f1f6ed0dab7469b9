import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseSource, type SourceFile, sourceFiles } from '../support/source-files.ts';
import { contractFloors } from './layers.ts';

const home = 'src/contract';
const files = sourceFiles(home);

/** The floor of a file; `undefined` at the door, which may import from every floor. */
function floorOf(path: string): number | undefined {
  const [, , folder = '', file] = path.split('/');
  return file === undefined ? undefined : contractFloors.indexOf(folder);
}

/** Imports within `src/contract` that lead upwards, as `from → to`. The shape of a contract, which is types alone, is free to all. */
function importsUpwards({ path, imports }: SourceFile): readonly string[] {
  const from = floorOf(path);
  return imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier))
    .filter((target) => target.startsWith(`${home}/`) && target !== `${home}/contract-format.ts`)
    .filter((target) => from !== undefined && from < (floorOf(target) ?? contractFloors.length))
    .map((target) => `${path} → ${target}`);
}

describe('the floors of src/contract', () => {
  test('are its folders', () => {
    const folders = new Set(
      files.map(({ path }) => path.split('/').slice(2, -1).join('/')).filter((name) => name !== ''),
    );
    expect([...folders].toSorted()).toEqual(contractFloors.toSorted());
  });

  test('import from floors below them alone, and from the door only the shape of a contract', () => {
    expect(files.flatMap(importsUpwards)).toEqual([]);
  });

  test('find the shape of a contract to be types alone', () => {
    const shape = files.find(({ path }) => path === `${home}/contract-format.ts`);
    const kinds = shape?.program.body.map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? statement.declaration?.type : statement.type,
    );
    expect([...new Set(kinds)].toSorted()).toEqual(['ImportDeclaration', 'TSInterfaceDeclaration']);
  });

  test.each([
    ['a floor above', "import { allowedBy } from '../traits/allowed-issues.ts';"],
    ['a type of a floor above', "import type { SchemaSet } from '../schema/schemas.ts';"],
    ['the door', "import { loadContract } from '../load.ts';"],
  ])('%s is seen', (_what, text) => {
    expect(importsUpwards(parseSource(`${home}/grammar/example.ts`, text))).toHaveLength(1);
  });
});
