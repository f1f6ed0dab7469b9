import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isArray, parseJson } from '../../src/core/json.ts';
import { requirements } from '../../src/requirements/registry.generated.ts';
import { findProof, type ProofRow } from '../support/triangle/breakages.ts';

const table = join(import.meta.dirname, 'proofs.json');

/** Written by `npm run matrix`. It shows for each requirement that it can fail, and through what. */
function committed(): unknown {
  const parsed = parseJson(readFileSync(table, 'utf8'));
  return parsed.ok && isArray(parsed.value) ? parsed.value : [];
}

function computed(): readonly ProofRow[] {
  return requirements.flatMap((requirement) =>
    requirement.provenBy.flatMap((proof) => findProof(requirement, proof) ?? []),
  );
}

describe('negative proof', () => {
  const rows = computed();
  if (process.env['RELAYCERT_WRITE_MATRIX'] === '1') {
    writeFileSync(table, `${JSON.stringify(rows, null, 2)}\n`);
  }

  test.each(requirements.flatMap(({ id, provenBy }) => provenBy.map((proof) => ({ id, ...proof }))))(
    '$id turns red when the relay does $breakage, with at most two others',
    ({ id, breakage, stimulus }) => {
      const row = rows.find(
        (candidate) =>
          candidate.requirement === id && candidate.breakage === breakage && candidate.stimulus === stimulus,
      );
      expect(row, 'no case turns it red').toBeDefined();
      expect(row?.alsoRed.length, `also red: ${row?.alsoRed.join(', ')}`).toBeLessThanOrEqual(2);
    },
  );

  test('every requirement names a breakage that proves it, or the test that does', () => {
    const unproven = requirements.filter(({ provenBy, provenIn }) => provenIn === undefined && provenBy.length === 0);
    expect(unproven.map(({ id }) => id)).toEqual([]);
  });

  test('the committed table matches the computed one (npm run matrix writes it)', () => {
    expect(committed()).toEqual(rows);
  });
});
