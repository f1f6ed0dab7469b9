import { describe, expect, test } from 'vitest';
import { loadRecordingSet } from '../../../src/certify/options/recording-set.ts';
import { factorsOf } from '../../../src/certify/plan/factors.ts';
import { makePlan } from '../../../src/certify/plan/plan.ts';
import type { PlannedCase } from '../../../src/certify/plan/planned-case.ts';
import { thinCases } from '../../../src/certify/plan/thin-cases.ts';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';

const translated = dialectIds.filter((id) => id !== 'ollama-chat');
const routes = translated.flatMap((client) =>
  translated.map((upstream) => ({ client, upstream, model: 'm', headers: {} })),
);
const { cases } = makePlan(routes, { ...loadRecordingSet([]), level: 'core', exhaustive: false });
const thin = thinCases(cases, '1');
const swept = (some: readonly PlannedCase[], id: string) => some.filter(({ mutation }) => mutation?.id === id);

describe('the plan of the 16 routes between the four dialects that are translated', () => {
  test('has at most 20,000 cases', () => {
    expect(thin.length).toBeLessThanOrEqual(20_000);
  });

  test('lacks only combinations of mutations that say so', () => {
    const kept = new Set(thin);
    const lacking = new Set(cases.filter((planned) => !kept.has(planned)).map(({ mutation }) => mutation?.id));
    expect(lacking).toEqual(new Set(['error-event', 'finish-sweep']));
  });

  test.each(['error-event', 'finish-sweep'])(
    'tries each value of %s with every route, recording and position',
    (id) => {
      const pairs = (some: readonly PlannedCase[]) =>
        new Set(
          swept(some, id).flatMap((planned) => {
            const factors = factorsOf(planned);
            return factors.flatMap((first, index) => factors.slice(index + 1).map((second) => `${first} | ${second}`));
          }),
        );
      expect(pairs(thin)).toEqual(pairs(cases));
    },
  );

  test('is the same for one seed, and combines otherwise for another', () => {
    const paths = (seed: string) => thinCases(cases, seed).map(({ path }) => path);
    expect(paths('1')).toEqual(thin.map(({ path }) => path));
    expect(paths('2')).not.toEqual(paths('1'));
  });
});
