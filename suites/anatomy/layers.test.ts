import { describe, expect, test } from 'vitest';
import { parseSource, type SourceFile, sourceFiles } from '../support/anatomy/source-files.ts';
import { targets } from './import-graph.ts';
import { floors, layerOf, layers, sharedTypes } from './layers.ts';

const files = sourceFiles('src');

/** Files that import modules whose names are known only at run time. */
const foreignImports: Readonly<Record<string, string>> = {
  'src/relays/read-definition.ts': 'the config file that a user names',
  'src/vitest.ts': "the vitest that runs the user's test file, which need not be ours",
};

/** `core` of `src/core/json.ts`; `undefined` for the barrels that stand directly in `src`. */
function folderOf(path: string): string | undefined {
  const [root, folder, file] = path.split('/');
  return root === 'src' && file !== undefined ? folder : undefined;
}

/** `plan` of `src/certify/plan/plan.ts`; `undefined` for files directly in their folder. */
function floorOf(path: string): string | undefined {
  const [, , floor, file] = path.split('/');
  return file === undefined ? undefined : floor;
}

/** Imports of one file that its layer or floor does not allow, as `from → to`. */
function forbiddenImports(file: SourceFile): readonly string[] {
  return targets(file)
    .filter((target) => !mayImport(file.path, target))
    .map((target) => `${file.path} → ${target}`);
}

function mayImport(path: string, target: string): boolean {
  const [from, to] = [folderOf(path), folderOf(target)];
  if (!target.startsWith('src/')) {
    return false;
  }
  if (from === undefined) {
    return true;
  }
  if (from === to) {
    return sharedTypes.includes(target) || goesDown(floors[from] ?? [], floorOf(path), floorOf(target));
  }
  const [above, below] = [layerOf(from), to === undefined ? undefined : layerOf(to)];
  return above !== undefined && below !== undefined && below < above;
}

function goesDown(order: readonly string[], from: string | undefined, to: string | undefined): boolean {
  if (order.length === 0 || from === undefined || from === to) {
    return true;
  }
  return to !== undefined && order.indexOf(to) < order.indexOf(from);
}

describe('the layers of src', () => {
  test('the table lists every folder once, and nothing else', () => {
    const folders = new Set(files.flatMap(({ path }) => folderOf(path) ?? []));
    expect(layers.flat().toSorted()).toEqual([...folders].toSorted());
  });

  test('imports go down only, and folders of one layer do not import each other', () => {
    expect(files.flatMap(forbiddenImports)).toEqual([]);
  });

  test.each(Object.entries(floors))('the table lists every floor of %s once, and nothing else', (folder, order) => {
    const found = files.flatMap(({ path }) => (folderOf(path) === folder ? (floorOf(path) ?? []) : []));
    expect(order.toSorted()).toEqual([...new Set(found)].toSorted());
  });

  test.each(sharedTypes)('%s holds only types', (path) => {
    const kinds = files
      .find((file) => file.path === path)
      ?.program.body.map((statement) =>
        statement.type === 'ExportNamedDeclaration' ? (statement.declaration?.type ?? statement.type) : statement.type,
      );
    const types = ['ImportDeclaration', 'TSInterfaceDeclaration', 'TSTypeAliasDeclaration'];
    expect((kinds ?? ['no such file']).filter((kind) => !types.includes(kind))).toEqual([]);
  });

  test('no import is computed, except of code that is not ours, so the table sees every import', () => {
    const computed = files.filter(({ imports }) => imports.includes('(computed)')).map(({ path }) => path);
    expect(computed.filter((path) => !Object.hasOwn(foreignImports, path))).toEqual([]);
  });

  test('suites of the product import only the certification', () => {
    const outside = sourceFiles('suites/certify').flatMap((file) =>
      targets(file).filter((target) => !target.startsWith('src/certify/')),
    );
    expect(outside).toEqual([]);
  });

  test.each([
    ['a type from a higher layer', "import type { A } from '../certify/plan.ts';"],
    ['a folder of the same layer', "import { a } from '../contract/load.ts';"],
    ['a re-export from above', "export * from '../outcome/read.ts';"],
    ['an import type expression', "type A = import('../outcome/read.ts').A;"],
    ['a dynamic import', "await import('../outcome/read.ts');"],
    ['a barrel', "import { a } from '../index.ts';"],
    ['the tests', "import { a } from '../support/corpus/corpus.ts';"],
  ])('%s is seen', (_what, text) => {
    expect(forbiddenImports(parseSource('src/wire/example.ts', text))).toHaveLength(1);
  });

  test.each([
    ['a floor above', "import { a } from '../run/session.ts';"],
    ['a file above all floors', "import type { A } from '../certify.ts';"],
  ])('%s is seen', (_what, text) => {
    expect(forbiddenImports(parseSource('src/certify/plan/example.ts', text))).toHaveLength(1);
  });
});
