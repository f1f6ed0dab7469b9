import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/core/package-root.ts';
import { filesBelow, textOf } from '../support/anatomy/source-files.ts';
import { anchorsOf, linksOf } from './anchors.ts';

const pages = [
  ...readdirSync(packageRoot).filter((name) => name.endsWith('.md')),
  ...['docs', 'contracts', 'recordings'].flatMap(filesBelow).filter((path) => path.endsWith('.md')),
];

/** What is wrong with a link of a page. */
function flawOf(page: string, target: string): string | undefined {
  if (target.includes('://')) {
    return target.startsWith('https://') ? undefined : 'is not https';
  }
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : posix.join(posix.dirname(page), path);
  if (!existsSync(join(packageRoot, file))) {
    return 'leads to no file';
  }
  return anchor === undefined || anchorsOf(textOf(file)).has(anchor) ? undefined : 'leads to no anchor';
}

test.each(pages)('every link of %s opens', (page) => {
  const flaws = linksOf(textOf(page)).flatMap((target) => {
    const flaw = flawOf(page, target);
    return flaw === undefined ? [] : [`${target} ${flaw}`];
  });
  expect(flaws).toEqual([]);
});

test('every page that the code names by its path opens', () => {
  const named = ['src', 'scripts', 'suites'].flatMap(filesBelow).filter((path) => !path.startsWith('suites/anatomy/'));
  const flaws = named.flatMap((path) =>
    [...textOf(path).matchAll(/\b(?:docs|contracts\/[a-z-]+)\/[A-Za-z-]+\.md(?:#[a-z0-9-]+)?/g)].flatMap(([target]) => {
      const flaw = flawOf('README.md', target);
      return flaw === undefined ? [] : [`${path}: ${target} ${flaw}`];
    }),
  );
  expect(flaws).toEqual([]);
});

describe('a link', () => {
  test.each([
    ['[a](no-such-page.md)', 'leads to no file'],
    ['[a](ARCHITECTURE.md#no-such-heading)', 'leads to no anchor'],
    ['[a](#no-such-heading)', 'leads to no anchor'],
    ['[a](http://example.com/)', 'is not https'],
  ])('%s is seen to be broken', (text, flaw) => {
    expect(linksOf(text).map((target) => flawOf('README.md', target))).toEqual([flaw]);
  });

  test('in code does not count', () => {
    expect(linksOf('`[a](b.md)`\n\n```md\n[c](d.md)\n```\n')).toEqual([]);
  });

  test('opens a page by heading, by the second of two equal headings, and by an explicit anchor', () => {
    const page = '# A `b`: c, d\n\n## Same\n\n## Same\n\n<a id="t05"></a>\n\n```sh\n# none\n```\n';
    expect([...anchorsOf(page)]).toEqual(['a-b-c-d', 'same', 'same-1', 't05']);
  });
});
