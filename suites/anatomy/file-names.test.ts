import { expect, test } from 'vitest';
import { filesBelow } from '../support/anatomy/source-files.ts';

/** Names that say nothing about what is inside. */
const forbidden = /(?:^|-)(?:util|utils|helper|helpers|common|types|misc)$/;

const paths = ['src', 'suites', 'scripts', 'contracts', 'recordings'].flatMap(filesBelow);

function stems(path: string): readonly string[] {
  return path.split('/').map((part) => part.replace(/\..*$/, ''));
}

test('no file or folder is called utils, helpers, common, types or misc', () => {
  expect(paths.filter((path) => stems(path).some((stem) => forbidden.test(stem)))).toEqual([]);
});

test('names of source files are kebab-case, as are their folders', () => {
  const sources = paths.filter((path) => /\.(?:ts|mjs)$/.test(path));
  const odd = sources.filter((path) => !path.split('/').every((part) => /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(part)));
  expect(odd).toEqual([]);
});

test('source files end in .ts; only programs that other processes load are .mjs', () => {
  const odd = paths.filter((path) => /\.(?:[cm]?jsx?|tsx|[cm]ts)$/.test(path));
  expect(odd.filter((path) => !/^(?:src\/relays\/[^/]+|suites\/.+\/programs)\/[^/]+\.mjs$/.test(path))).toEqual([]);
});
