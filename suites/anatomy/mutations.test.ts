import { describe, expect, test } from 'vitest';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { effectOf } from '../../src/core/mutation.ts';
import { mutationIds, mutations } from '../../src/mutations/registry.generated.ts';
import { filesBelow } from '../support/anatomy/source-files.ts';

describe('the mutations', () => {
  test('each has the name of its file', () => {
    expect(mutations.map(({ id }) => id)).toEqual([...mutationIds]);
  });

  test('each file of the folder is a mutation, and shared parts are in folders below', () => {
    const files = filesBelow('src/mutations')
      .map((path) => path.split('/').slice(2))
      .flatMap(([name, inner]) => (name === undefined || inner !== undefined ? [] : [name]))
      .filter((name) => !name.endsWith('.generated.ts'));
    expect(files.map((name) => name.replace(/\.ts$/, ''))).toEqual([...mutationIds]);
  });

  test('each that changes the wire is used as a stimulus, a breakage or both', () => {
    const idle = mutations.filter(
      (mutation) => mutation.target === 'wire' && mutation.stimulus === undefined && mutation.breakage === undefined,
    );
    expect(idle.map(({ id }) => id)).toEqual([]);
  });

  test('each stimulus that is repairable says what an honest relay makes of it', () => {
    const silent = mutations.filter(
      (mutation) =>
        mutation.target === 'wire' &&
        mutation.repaired === undefined &&
        dialectIds.some((dialect) => effectOf(mutation, 'stimulus', dialect) === 'repairable'),
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
  });

  test('each has a title of its own', () => {
    const titles = mutations.map(({ title }) => title);
    expect(titles.filter((title, index) => titles.indexOf(title) !== index || title.length < 10)).toEqual([]);
  });
});
