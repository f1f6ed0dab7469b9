import { describe, expect, test } from 'vitest';
import { isObject, type JsonValue, parseJson } from '../../src/core/json.ts';
import { filesBelow, parseSource, sourceFiles, textOf } from '../support/anatomy/source-files.ts';
import { circles, importGraph, reachable } from './import-graph.ts';

const graph = importGraph(['src', 'suites', 'scripts'].flatMap(sourceFiles));

/** Files that start a process or a thread, by their path. */
const startedByPath: Readonly<Record<string, string>> = {
  'src/cli/finish-worker.ts': 'the thread of src/cli/finish-thread.ts',
};

/** The sources of what package.json publishes under `exports` and `bin`. */
function publicEntries(): readonly string[] {
  const parsed = parseJson(textOf('package.json'));
  const { exports, bin }: Record<string, JsonValue | undefined> =
    parsed.ok && isObject(parsed.value) ? { exports: parsed.value['exports'], bin: parsed.value['bin'] } : {};
  const built = [...JSON.stringify([exports, bin]).matchAll(/"(?:\.\/)?dist\/(src\/[^"]+)\.js"/g)];
  return built.map(([, path]) => `${path}.ts`);
}

const entries = [
  ...publicEntries(),
  ...Object.keys(startedByPath),
  ...filesBelow('suites/certify'),
  ...filesBelow('scripts').filter((path) => /^scripts\/[^/]+\.ts$/.test(path)),
];

describe('imports', () => {
  test('have no circles, not even through types', () => {
    expect(circles(graph)).toEqual([]);
  });

  test('reach every module of src from what is published or started, because tests alone are no reason to keep one', () => {
    const reached = reachable(graph, entries);
    const modules = [...graph.keys()].filter((path) => path.startsWith('src/') && !path.endsWith('.d.ts'));
    expect(modules.filter((path) => !reached.has(path))).toEqual([]);
  });

  test('start at files that exist', () => {
    expect(publicEntries()).toContain('src/cli/main.ts');
    expect(entries.filter((path) => !graph.has(path))).toEqual([]);
  });

  test('of a type, a re-export and a dynamic import count as part of a circle', () => {
    const files = [
      ['src/a.ts', "import type { B } from './b.ts';"],
      ['src/b.ts', "export { c } from './c.ts';"],
      ['src/c.ts', "await import('./a.ts');"],
      ['src/d.ts', "import { a } from './a.ts';\nimport { e } from './e.ts';"],
      ['src/e.ts', ''],
    ] as const;
    const small = importGraph(files.map(([path, text]) => parseSource(path, text)));
    expect(circles(small)).toEqual(['src/a.ts ↔ src/b.ts ↔ src/c.ts']);
    expect([...reachable(small, ['src/d.ts'])].toSorted()).toEqual(files.map(([path]) => path));
    expect([...reachable(small, ['src/e.ts'])]).toEqual(['src/e.ts']);
  });
});
