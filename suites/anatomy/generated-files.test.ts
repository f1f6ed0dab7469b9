import { expect, test } from 'vitest';
import { indexFiles } from '../../scripts/generate/index-files.ts';
import { staleDocuments } from '../../scripts/generate/stale-documents.ts';
import { staleIndexes } from '../../scripts/generate/stale-indexes.ts';
import { filesBelow, isGenerated } from '../support/anatomy/source-files.ts';

test('every generated index matches its folder (npm run generate writes it)', async () => {
  const stale = await staleIndexes();
  expect(stale.map(({ path }) => path)).toEqual([]);
});

test('every generated table of a document matches contracts, mutations and requirements', () => {
  expect(staleDocuments().map(({ path }) => path)).toEqual([]);
});

test('every file that is called generated is written by the generator', () => {
  const known = indexFiles.map(({ path }) => path);
  expect(filesBelow('src').filter((path) => isGenerated(path) && !known.includes(path))).toEqual([]);
});
