import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import { effectOf } from '../../../src/core/mutation.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import { mutationIds, mutations, mutationsById } from '../../../src/mutations/registry.generated.ts';
import { dialectSamples } from '../../support/dialects.generated.ts';
import { wireMutations } from '../../support/triangle/mutate.ts';

describe('the registry of mutations', () => {
  it('has one mutation per file, under the name of the file', () => {
    const files = readdirSync(join(packageRoot, 'src', 'mutations')).filter((name) => name.endsWith('.ts'));
    const names = files.filter((name) => name !== 'registry.generated.ts').map((name) => name.slice(0, -'.ts'.length));
    expect([...mutationIds].sort()).toEqual(names.sort());
    expect(mutations.map(({ id }) => id)).toEqual(mutationIds);
    expect(Object.entries(mutationsById).every(([key, { id }]) => key === id)).toBe(true);
  });

  it('tells each mutation in one sentence of its own', () => {
    expect(mutations.filter(({ title }) => !/^[A-Z].*[^.]\.$/.test(title))).toEqual([]);
    expect(new Set(mutations.map(({ title }) => title)).size).toBe(mutations.length);
  });
});

describe('the declared effects', () => {
  it('give every wire mutation at least one use', () => {
    const unused = wireMutations.filter(({ stimulus, breakage }) => stimulus === undefined && breakage === undefined);
    expect(unused).toEqual([]);
  });

  it('say what an honest relay makes of whatever it may repair', () => {
    for (const mutation of wireMutations) {
      const effects = dialectIds.flatMap((dialect) =>
        Object.values(dialectSamples[dialect].streams).flatMap((script) => {
          const variants = mutation.variants(script, dialect, 'every');
          return 'notApplicable' in variants
            ? []
            : variants.map((variant) => effectOf(mutation, 'stimulus', dialect, variant));
        }),
      );
      expect([mutation.id, effects.includes('repairable')]).toEqual([mutation.id, mutation.repaired !== undefined]);
    }
  });
});
