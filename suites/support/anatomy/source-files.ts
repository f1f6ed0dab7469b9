import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import { packageRoot } from '../../../src/core/package-root.ts';

/** A TypeScript file of this package, parsed. */
export interface SourceFile {
  /** Below the package root, with `/`. */
  readonly path: string;
  readonly text: string;
  readonly program: ESTree.Program;
  /** What it imports or re-exports, types included, as written. */
  readonly imports: readonly string[];
}

/** Paths of all files below `folder`, sorted, with `/`; installed packages and build output left out. */
export function filesBelow(folder: string): readonly string[] {
  const entries = readdirSync(join(packageRoot, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(packageRoot, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part === 'node_modules' || part === 'dist'))
    .sort();
}

/** The text of a file of this package. */
export function textOf(path: string): string {
  return readFileSync(join(packageRoot, path), 'utf8');
}

/** Lines of a file, without the empty one behind the last line feed. */
export function lineCount(path: string): number {
  return textOf(path).replace(/\n$/, '').split('\n').length;
}

export function isGenerated(path: string): boolean {
  return path.endsWith('.generated.ts');
}

/**
 * The TypeScript files below a folder, parsed.
 *
 * @throws Error when one does not parse
 */
export function sourceFiles(folder: string): readonly SourceFile[] {
  return filesBelow(folder)
    .filter((path) => path.endsWith('.ts'))
    .map(parse);
}

function parse(path: string): SourceFile {
  return parseSource(path, textOf(path));
}

/** @throws Error when the text does not parse */
export function parseSource(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text);
  const [error] = errors;
  if (error !== undefined) {
    throw new Error(`${path}: ${error.message}`);
  }
  const imports = module.staticImports.map(({ moduleRequest }) => moduleRequest.value);
  for (const { entries } of module.staticExports) {
    imports.push(...entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])));
  }
  const addLiteral = (source: ESTree.Expression | ESTree.StringLiteral): void => {
    imports.push(source.type === 'Literal' && typeof source.value === 'string' ? source.value : '(computed)');
  };
  new Visitor({
    ImportExpression: ({ source }) => addLiteral(source),
    TSImportType: ({ source }) => addLiteral(source),
  }).visit(program);
  return { path, text, program, imports: [...new Set(imports)] };
}

/** `path:line` of a node, for failure messages. */
export function placeOf(file: SourceFile, node: { readonly start: number }): string {
  return `${file.path}:${file.text.slice(0, node.start).split('\n').length}`;
}
