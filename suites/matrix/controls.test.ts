import { describe, expect, test } from 'vitest';
import { judge } from '../../src/certify/judge/judge.ts';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { effectOf } from '../../src/core/mutation.ts';
import { mutations } from '../../src/mutations/registry.generated.ts';
import { requirements } from '../../src/requirements/registry.generated.ts';
import { recordingsFor, runTriangle, type TriangleCase, variantsOf } from '../support/triangle/breakages.ts';
import { byteExactProxy, reframingProxy } from '../support/triangle/proxies.ts';

const seeds = ['1', '2', '3', '4', '5'];
const stimuli = mutations.filter((mutation) => mutation.target === 'wire' && mutation.stimulus !== undefined);

/** What costs a relay the grade faithful, each with its case. */
function costs(triangle: TriangleCase, path: string): readonly string[] {
  return judge(runTriangle(triangle), path, requirements)
    .findings.filter(({ severity, grade }) => (severity === 'must' || severity === 'should') && grade === 'faithful')
    .map(({ requirement, expected, actual }) => `${path}: ${requirement}: expected ${expected}, actual ${actual}`);
}

describe.each(dialectIds)('a relay that only passes on %s is faithful', (dialect) => {
  const recordings = recordingsFor(dialect).filter((recording) => recording.dialect === dialect);

  describe.each([
    ['byte by byte', byteExactProxy],
    ['event by event', reframingProxy(dialect)],
  ])('%s', (_title, relay) => {
    test('on every recording', () => {
      const found = recordings.flatMap((recording) =>
        costs({ client: dialect, recording, relay, seed: '1' }, recording.name),
      );
      expect(found).toEqual([]);
    });

    test.each(stimuli.map(({ id }) => id))('whatever the upstream does: %s, over five seeds', (id) => {
      const found: string[] = [];
      for (const recording of recordings) {
        for (const mutation of stimuli) {
          if (mutation.id !== id || mutation.target !== 'wire') {
            continue;
          }
          for (const variant of variantsOf(mutation, recording.script, dialect)) {
            const effect = effectOf(mutation, 'stimulus', dialect, variant);
            for (const seed of effect === undefined ? [] : effect === 'preserving' ? seeds : ['1']) {
              const path = `${recording.name}~${id}@${variant.label} seed ${seed}`;
              found.push(...costs({ client: dialect, recording, relay, seed, stimulus: { mutation, variant } }, path));
            }
          }
        }
      }
      expect(found).toEqual([]);
    });
  });
});
