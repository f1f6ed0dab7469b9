import { describe, expect, test } from 'vitest';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { effectOf } from '../../src/core/mutation.ts';
import { mutations } from '../../src/mutations/registry.generated.ts';
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
      const red: string[] = [];
      let cases = 0;
      for (const recording of recordings) {
        for (const variant of mutation === undefined ? [] : variantsOf(mutation, recording.script, recording.dialect)) {
          const effect = mutation && effectOf(mutation, 'stimulus', recording.dialect, variant);
          if (mutation === undefined || effect === undefined) {
            continue;
          }
          for (const seed of effect === 'preserving' ? seeds : ['1']) {
            cases += 1;
            const found = redMusts(runTriangle({ client, recording, seed, stimulus: { mutation, variant } }));
            red.push(
              ...found.map(
                (requirement) =>
                  `${recording.dialect}/${recording.name}~${id}@${variant.label} seed ${seed}: ${requirement}`,
              ),
            );
          }
        }
      }
      expect(cases).toBeGreaterThan(0);
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
