import { posix } from 'node:path';
import type { SourceFile } from '../support/anatomy/source-files.ts';

/** Each file with the files of this package that it imports, types included. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>;

/** Files of this package that a file imports. */
export function targets({ path, imports }: SourceFile): readonly string[] {
  return imports
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => posix.join(posix.dirname(path), specifier));
}

export function importGraph(files: readonly SourceFile[]): ImportGraph {
  return new Map(files.map((file) => [file.path, targets(file)]));
}

/** The files that these import, directly or indirectly, and these themselves. */
export function reachable(graph: ImportGraph, entries: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (!reached.has(path)) {
      reached.add(path);
      waiting.push(...(graph.get(path) ?? []));
    }
  }
  return reached;
}

/** Groups of files in which each file reaches all the others: `a.ts ↔ b.ts`. */
export function circles(graph: ImportGraph): readonly string[] {
  const reached = new Map([...graph].map(([path, imported]) => [path, reachable(graph, imported)]));
  const inCircle = [...graph.keys()].filter((path) => reached.get(path)?.has(path) === true).toSorted();
  const groups = Map.groupBy(inCircle, (path) =>
    inCircle
      .filter((other) => reached.get(path)?.has(other) === true && reached.get(other)?.has(path) === true)
      .join(' ↔ '),
  );
  return [...groups.keys()];
}
