import {
  type ClassDeclaration,
  type EnumDeclaration,
  type InterfaceDeclaration,
  Node,
  type SourceFile,
  type TypeAliasDeclaration,
} from 'ts-morph';

/** What declares a type. */
export type Declaration = InterfaceDeclaration | ClassDeclaration | TypeAliasDeclaration | EnumDeclaration;

/** Returns the file that an import of another file names; `undefined` for a file of another package. */
export type FileOpener = (from: SourceFile, specifier: string) => SourceFile | undefined;

/** Where names are declared: a file, or a namespace in it. */
type Space = { readonly getStatements: () => Node[] } & Node;

/**
 * The declarations that a name (`A`, or `A.B` through namespaces and imported modules) means at its place. The search
 * goes from the innermost namespace outwards, then through the imports of the file. Empty if there is none.
 */
export function lookUp(from: Node, name: readonly string[], open: FileOpener): readonly Declaration[] {
  for (const space of spacesAround(from)) {
    const found = inSpaces([space], name, open);
    if (found.length > 0) {
      return found;
    }
  }
  return [];
}

function spacesAround(from: Node): readonly Space[] {
  const ancestors = [from, ...from.getAncestors()];
  return ancestors.filter((node): node is Space => Node.isModuleBlock(node) || Node.isSourceFile(node));
}

function inSpaces(spaces: readonly Space[], name: readonly string[], open: FileOpener): readonly Declaration[] {
  const [first = '', ...rest] = name;
  if (rest.length > 0) {
    return inSpaces(
      spaces.flatMap((space) => spacesNamed(space, first, open)),
      rest,
      open,
    );
  }
  return spaces.flatMap((space) => declaredIn(space, first, open));
}

function declaredIn(space: Space, name: string, open: FileOpener): readonly Declaration[] {
  const own = space
    .getStatements()
    .filter(isDeclaration)
    .filter((declaration) => declaration.getName() === name);
  if (own.length > 0 || !Node.isSourceFile(space)) {
    return own;
  }
  return importsOf(space, open).flatMap(({ file, names }) => {
    const original = names.get(name);
    return original === undefined ? [] : inSpaces([file], [original], open);
  });
}

function isDeclaration(node: Node): node is Declaration {
  return (
    Node.isInterfaceDeclaration(node) ||
    Node.isClassDeclaration(node) ||
    Node.isTypeAliasDeclaration(node) ||
    Node.isEnumDeclaration(node)
  );
}

/** Namespaces with this name, and the file that was imported under it. */
function spacesNamed(space: Space, name: string, open: FileOpener): readonly Space[] {
  const own = space.getStatements().flatMap((node): readonly Space[] => {
    const body = Node.isModuleDeclaration(node) && node.getName() === name ? node.getBody() : undefined;
    return body !== undefined && Node.isModuleBlock(body) ? [body] : [];
  });
  if (!Node.isSourceFile(space)) {
    return own;
  }
  const imported = importsOf(space, open).flatMap(({ file, whole, names }): readonly Space[] => {
    if (whole === name) {
      return [file];
    }
    const original = names.get(name);
    return original === undefined ? [] : spacesNamed(file, original, open);
  });
  return [...own, ...imported];
}

interface Import {
  readonly file: SourceFile;
  /** `X` of `import * as X`. */
  readonly whole: string | undefined;
  /** What the file's own name for it means in the other file. Re-exports count. */
  readonly names: ReadonlyMap<string, string>;
}

function importsOf(from: SourceFile, open: FileOpener): readonly Import[] {
  const imports = from.getImportDeclarations().map((declaration) => ({
    specifier: declaration.getModuleSpecifierValue(),
    whole: declaration.getNamespaceImport()?.getText(),
    named: declaration.getNamedImports(),
  }));
  const exports = from.getExportDeclarations().map((declaration) => ({
    specifier: declaration.getModuleSpecifierValue(),
    whole: undefined,
    named: declaration.getNamedExports(),
  }));
  return [...imports, ...exports].flatMap(({ specifier, whole, named }) => {
    const file = specifier === undefined ? undefined : open(from, specifier);
    const names = new Map(named.map((item) => [item.getAliasNode()?.getText() ?? item.getName(), item.getName()]));
    return file === undefined ? [] : [{ file, whole, names }];
  });
}
