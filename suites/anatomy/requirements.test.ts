import { describe, expect, test } from 'vitest';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import type { Mutation } from '../../src/core/mutation.ts';
import { mutations } from '../../src/mutations/registry.generated.ts';
import { requirementIds, requirements } from '../../src/requirements/registry.generated.ts';
import { filesBelow, textOf } from '../support/anatomy/source-files.ts';

const kebab = '[a-z0-9]+(?:-[a-z0-9]+)*';
const pattern = new RegExp(`^(?:any|relay|${dialectIds.join('|')})/${kebab}/${kebab}$`);
const byId = new Map<string, Mutation>(mutations.map((mutation) => [mutation.id, mutation]));

/** What is wrong with the proofs of a requirement. */
function flawsOf({ id, provenBy }: (typeof requirements)[number]): readonly string[] {
  return provenBy.flatMap(({ breakage, stimulus }) => {
    const broken = byId.get(breakage);
    const sent = stimulus === undefined ? undefined : byId.get(stimulus);
    return [
      ...(broken === undefined ? [`${id}: no mutation ${breakage}`] : []),
      ...(broken?.target === 'wire' && broken.breakage === undefined
        ? [`${id}: no relay is made to do ${breakage}`]
        : []),
      ...(stimulus !== undefined && sent === undefined ? [`${id}: no mutation ${stimulus}`] : []),
      ...(sent !== undefined && (sent.target !== 'wire' || sent.stimulus === undefined)
        ? [`${id}: no upstream is made to do ${stimulus}`]
        : []),
    ];
  });
}

describe('the requirements', () => {
  test('ids are scope/topic/rule in kebab-case', () => {
    expect(requirements.map(({ id }) => id).filter((id) => !pattern.test(id))).toEqual([]);
  });

  test('no two have the same id', () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  test('each id is a literal in the source', () => {
    expect(requirements.map(({ id }) => id)).toEqual([...requirementIds]);
  });

  test('each must and should names a breakage that turns it red', () => {
    const unproven = requirements.filter(
      ({ severity, provenBy, provenIn }) =>
        (severity === 'must' || severity === 'should') && provenIn === undefined && provenBy.length === 0,
    );
    expect(unproven.map(({ id }) => id)).toEqual([]);
  });

  test('each that no breakage can turn red names a test that does', () => {
    const elsewhere = requirements.flatMap(({ id, provenIn }) => (provenIn === undefined ? [] : [{ id, provenIn }]));
    expect(elsewhere.length).toBeGreaterThan(0);
    for (const { id, provenIn } of elsewhere) {
      expect(filesBelow('suites')).toContain(provenIn);
      expect(textOf(provenIn)).toContain(`'${id}'`);
    }
  });

  test('proofs name mutations that exist and are used that way', () => {
    expect(requirements.flatMap(flawsOf)).toEqual([]);
  });

  test('each says what holds and why it matters', () => {
    const mute = requirements.filter(({ title, why }) => [title, why].some((text) => text.length < 5));
    expect(mute.map(({ id }) => id)).toEqual([]);
    expect(requirements.filter(({ title }) => !/^\p{Lu}.*\.$/su.test(title)).map(({ id }) => id)).toEqual([]);
    expect(requirements.filter(({ why }) => /\.$/.test(why)).map(({ id }) => id)).toEqual([]);
  });

  test('consequences follow from requirements that exist, and never from themselves', () => {
    const causes = new Map<string, readonly string[]>(
      requirements.map(({ id, consequenceOf = [] }) => [id, consequenceOf]),
    );
    const unknown = [...causes.values()].flat().filter((id) => !causes.has(id));
    expect(unknown).toEqual([]);
    const reaches = (from: string, wanted: string): boolean =>
      (causes.get(from) ?? []).some((id) => id === wanted || reaches(id, wanted));
    expect([...causes.keys()].filter((id) => reaches(id, id))).toEqual([]);
  });
});
