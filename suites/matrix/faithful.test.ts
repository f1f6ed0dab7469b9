import { describe, expect, test } from 'vitest';
import { coverPairs } from '../../src/certify/plan/cover-pairs.ts';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { type Effect, effectOf, type Variant, variantValue, type WireMutation } from '../../src/core/mutation.ts';
import { createRandom } from '../../src/core/random.ts';
import { mutations } from '../../src/mutations/registry.generated.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { faithfulScript, recordingsFor, redMusts, runTriangle, variantsOf } from '../support/triangle/breakages.ts';

const seeds = ['1', '2', '3', '4', '5'];
const wire = mutations.filter((mutation) => mutation.target === 'wire');

describe.each(dialectIds)('the faithful relay towards %s', (client) => {
  const recordings = recordingsFor(client);

  test('is green on every recording', () => {
    const red = recordings.flatMap((recording) =>
      redMusts(runTriangle({ client, recording, seed: '1' })).map(
        (id) => `${recording.dialect}/${recording.name}: ${id}`,
      ),
    );
    expect(red).toEqual([]);
  });

  test.each(wire.filter(({ stimulus }) => stimulus !== undefined).map(({ id }) => id))(
    'is green whatever the upstream does: %s, over five seeds',
    { timeout: 300_000 },
    (id) => {
      const mutation = wire.find((candidate) => candidate.id === id);
      const stimuli = mutation === undefined ? [] : stimuliOf(mutation, recordings);
      const red = stimuli.flatMap(({ recording, variant, effect }) =>
        (effect === 'preserving' ? seeds : ['1']).flatMap((seed) =>
          mutation === undefined
            ? []
            : redMusts(runTriangle({ client, recording, seed, stimulus: { mutation, variant } })).map(
                (requirement) =>
                  `${recording.dialect}/${recording.name}~${id}@${variant.label} seed ${seed}: ${requirement}`,
              ),
        ),
      );
      expect(stimuli.length).toBeGreaterThan(0);
      expect(red).toEqual([]);
    },
  );

  test('may re-chunk, pad and comment what it sends: preserving breakages turn nothing red, over five seeds', {
    timeout: 300_000,
  }, () => {
    const red: string[] = [];
    for (const recording of recordings) {
      const script = faithfulScript({ client, recording, seed: '1' });
      for (const mutation of wire) {
        for (const variant of mutation.breakage === undefined ? [] : variantsOf(mutation, script, client)) {
          if (effectOf(mutation, 'breakage', client, variant) === 'preserving') {
            for (const seed of seeds) {
              const found = redMusts(runTriangle({ client, recording, seed, breakage: { mutation, variant } }));
              red.push(
                ...found.map(
                  (requirement) => `${recording.name} / ${mutation.id}@${variant.label} seed ${seed}: ${requirement}`,
                ),
              );
            }
          }
        }
      }
    }
    expect(red).toEqual([]);
  });
});

interface Stimulus {
  readonly recording: Recording;
  readonly variant: Variant;
  readonly effect: Effect;
}

/** All of them, or, of a pairwise mutation, as many as the plan of a run would have. */
function stimuliOf(mutation: WireMutation, recordings: readonly Recording[]): readonly Stimulus[] {
  const all = recordings.flatMap((recording) =>
    variantsOf(mutation, recording.script, recording.dialect).flatMap((variant): readonly Stimulus[] => {
      const effect = effectOf(mutation, 'stimulus', recording.dialect, variant);
      return effect === undefined ? [] : [{ recording, variant, effect }];
    }),
  );
  const factorsOf = ({ recording: { dialect, name }, variant }: Stimulus): readonly string[] => [
    `recording ${dialect}/${name}`,
    `value ${variantValue(variant)} of ${dialect}`,
    `position ${variant.position} of ${dialect}`,
  ];
  return mutation.pairwise === true ? coverPairs(all, factorsOf, createRandom('1')) : all;
}
