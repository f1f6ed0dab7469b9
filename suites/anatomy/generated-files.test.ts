import { expect, test } from 'vitest';
import { indexFiles } from '../../scripts/generate/index-files.ts';
import { staleDocuments } from '../../scripts/generate/stale-documents.ts';
import { staleIndexes } from '../../scripts/generate/stale-indexes.ts';
import { filesBelow, isGenerated } from '../support/source-files.ts';

test('every generated index is what its folder says; npm run generate writes it anew', async () => {
  const stale = await staleIndexes();
  expect(stale.map(({ path }) => path)).toEqual([]);
});

test('every derived table of a document says what contracts, mutations and requirements say', () => {
  expect(staleDocuments().map(({ path }) => path)).toEqual([]);
});

test('no file is called generated that the generator does not write', () => {
  const known = indexFiles.map(({ path }) => path);
  expect(filesBelow('src').filter((path) => isGenerated(path) && !known.includes(path))).toEqual([]);
});
