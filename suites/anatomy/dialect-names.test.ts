import { Visitor } from 'vite';
import { expect, test } from 'vitest';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { isGenerated, parseSource, placeOf, type SourceFile, sourceFiles } from '../support/anatomy/source-files.ts';

/**
 * Code that works the same for every dialect. What it needs to know of one is in its contract or a member of `Dialect`.
 */
const folders = [...['certify', 'core', 'fake-relay', 'mutations', 'outcome', 'requirements', 'upstream', 'wire']].map(
  (folder) => `src/${folder}`,
);

/** Where a file names a dialect in its code: in a string, a template or a key, not in a comment. */
function namesIn(file: SourceFile): readonly string[] {
  const found: string[] = [];
  const look = (text: string, node: Parameters<typeof placeOf>[1]): void => {
    const named = dialectIds.filter((id) => new RegExp(`(?<![a-z-])${id}(?![a-z-])`).test(text));
    found.push(...named.map((id) => `${placeOf(file, node)} ${id}`));
  };
  new Visitor({
    Literal: (node) => {
      if (typeof node.value === 'string') {
        look(node.value, node);
      }
    },
    TemplateElement: (node) => look(node.value.raw, node),
  }).visit(file.program);
  return found;
}

test.each(folders)('%s names no dialect', (folder) => {
  const files = sourceFiles(folder).filter(({ path }) => !isGenerated(path));
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(namesIn)).toEqual([]);
});

test('a dialect is found in a comparison, a key and a template', () => {
  const source =
    "const a = b === 'openai-chat' || { 'gemini-generate': 1 };\nconst c = `/to/openai-responses/`; // openai-chat";
  expect(namesIn(parseSource('src/x.ts', source)).map((place) => place.split(' ')[1])).toEqual([
    'openai-chat',
    'gemini-generate',
    'openai-responses',
  ]);
});
