import { Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { parseSource, placeOf, type SourceFile, sourceFiles } from '../support/anatomy/source-files.ts';

/** Where a file tells the compiler to ignore an error. */
function escapes(file: SourceFile): readonly string[] {
  const found: string[] = [];
  const report =
    (what: string) =>
    (node: { readonly start: number }): void => {
      found.push(`${placeOf(file, node)} ${what}`);
    };
  new Visitor({
    TSAnyKeyword: report('any'),
    TSNonNullExpression: report('!'),
    TSTypeAssertion: report('<Type>'),
    TSAsExpression: (node) => {
      const { typeAnnotation: type } = node;
      const isConst =
        type.type === 'TSTypeReference' && type.typeName.type === 'Identifier' && type.typeName.name === 'const';
      if (!isConst) {
        report('as')(node);
      }
    },
  }).visit(file.program);
  const comment = /@ts-(?:ignore|expect-error|nocheck)/;
  return comment.test(file.text) ? [...found, `${file.path} ${comment.exec(file.text)?.[0]}`] : found;
}

describe('the compiler is not overruled', () => {
  test('src has no any, no non-null assertion and no cast', () => {
    expect(sourceFiles('src').flatMap(escapes)).toEqual([]);
  });

  test('suites and scripts have no any and no non-null assertion', () => {
    const files = [...sourceFiles('suites'), ...sourceFiles('scripts')];
    expect(files.flatMap(escapes).filter((place) => / (?:any|!)$/.test(place))).toEqual([]);
  });

  test.each(['let a: any;', 'f(a!);', 'const a = b as Type;', 'const a = <Type>b;', 'const a = b as unknown;'])(
    '%s is seen',
    (text) => {
      expect(escapes(parseSource('src/core/example.ts', text))).toHaveLength(1);
    },
  );

  test.each([
    "const a = ['x'] as const;",
    "import { a as b } from './a.ts';",
    'const a = b satisfies Type;',
    'if (!a) f();',
  ])('%s is fine', (text) => {
    expect(escapes(parseSource('src/core/example.ts', text))).toEqual([]);
  });
});
