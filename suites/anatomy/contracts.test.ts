import { describe, expect, test } from 'vitest';
import { lookUpIssue } from '../../src/contract/grammar/engine-issues.ts';
import { rulesByEvent } from '../../src/contract/grammar/families.ts';
import type { RuleFormat } from '../../src/contract/grammar/rule-format.ts';
import { issueIds } from '../../src/contract/issue-ids.ts';
import { loadContract } from '../../src/contract/load.ts';
import { ruleIds } from '../../src/contract/traits/trait-references.ts';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { requirements } from '../../src/requirements/registry.generated.ts';

const traits = dialectIds.flatMap((dialect) =>
  Object.entries(loadContract(dialect).contract.traits).map(([name, trait]) => ({ dialect, name, trait })),
);

/** Words that a relay must not choose itself, each with the reason. */
const unchosen: readonly { readonly dialect: DialectId; readonly kind: string; readonly reason: string }[] = [
  {
    dialect: 'gemini-generate',
    kind: 'pause',
    reason: 'CONTINUATION comes with a token to go on with, which only the provider can make',
  },
  {
    dialect: 'ollama-chat',
    kind: 'unknown',
    reason: 'load and unload answer a request without messages: the model itself said nothing',
  },
];

describe.each(dialectIds)('the contract of %s', (dialect) => {
  const { contract } = loadContract(dialect);

  test('uses every row of its table of issues', () => {
    const used = new Set([...issueIds(contract).keys()].map((id) => lookUpIssue(contract, id)));
    const dead = Object.entries(contract.issues).filter(([, row]) => !used.has(row));
    expect(dead.map(([id]) => id)).toEqual([]);
  });

  test('names a source for each of its own conditions', () => {
    const plain = [...issueIds(contract).values()].filter(
      ({ id, source }) =>
        source === undefined && Object.values(contract.rules).some((rules) => rules.some((rule) => hasMust(rule, id))),
    );
    expect(plain.map(({ id }) => id)).toEqual([]);
  });

  test('writes no finish reason that it cannot read', () => {
    const written = Object.values(contract.finish.write).flatMap(({ preferred, acceptable }) => [
      ...(preferred === null ? [] : [preferred]),
      ...acceptable.map(({ value }) => value),
    ]);
    expect(written.filter((value) => !Object.hasOwn(contract.finish.read, value))).toEqual([]);
  });

  test('calls no finish reason wrong that it cannot read, or that it also allows', () => {
    for (const { preferred, acceptable, wrong } of Object.values(contract.finish.write)) {
      expect(wrong.filter((value) => !Object.hasOwn(contract.finish.read, value))).toEqual([]);
      const allowed = [preferred, ...acceptable.map(({ value }) => value)];
      expect(wrong.filter((value) => allowed.includes(value))).toEqual([]);
    }
  });

  test('states each error with a type, or a status where errors have none, that it reads as an error of that family', () => {
    const { write, byType, byCode, byStatus } = contract.errors;
    for (const [meaning, row] of Object.entries(write)) {
      const family = (name: string): number | undefined =>
        Object.entries(write).find(([other]) => other === name)?.[1].status;
      const read =
        byCode[row.code ?? ''] ??
        byType[row.preferred] ??
        (row.preferred === '' ? byStatus[row.status] : undefined) ??
        'none';
      if (meaning !== 'unknown') {
        expect(`${meaning} ${Math.floor((family(read) ?? 0) / 100)}xx`).toBe(
          `${meaning} ${Math.floor(row.status / 100)}xx`,
        );
      }
    }
  });

  test('names each loss once and says why', () => {
    const losses = contract.losses.map(({ what }) => what);
    expect(new Set(losses).size).toBe(losses.length);
    expect(contract.losses.filter(({ why }) => !why.endsWith('.'))).toEqual([]);
  });

  test('prefers the exact word for a meaning, if it has one', () => {
    const meanings = new Set<string>(Object.values(contract.finish.read));
    const other = Object.entries(contract.finish.write).filter(
      ([kind, { preferred }]) => meanings.has(kind) && preferred !== null && contract.finish.read[preferred] !== kind,
    );
    expect(other.map(([kind]) => kind)).toEqual(
      unchosen.filter((given) => given.dialect === dialect).map(({ kind }) => kind),
    );
  });

  test('gives no two rules the same id', () => {
    const ids = ruleIds(contract);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });
});

function hasMust(rule: RuleFormat, id: string): boolean {
  return Object.hasOwn(rule.must ?? {}, id) || (rule.then ?? []).some((inner) => hasMust(inner, id));
}

describe.each(traits)('the trait $name of $dialect', ({ dialect, name, trait }) => {
  const { contract } = loadContract(dialect);

  test('says what its servers do, and does something', () => {
    expect(trait.title.length).toBeGreaterThan(20);
    const { allow, excuses, patch, more, inner, eof, varies } = trait;
    expect(allow ?? excuses ?? patch ?? more ?? inner ?? eof ?? varies).toBeDefined();
  });

  test('excuses only requirements on a stream alone', () => {
    const alone: readonly string[] = requirements.filter(({ subject }) => subject === 'stream').map(({ id }) => id);
    expect((trait.excuses ?? []).filter((id) => !alone.includes(id))).toEqual([]);
  });

  test('allows only issues that can occur', () => {
    const ids = issueIds(loadContract(dialect, [name]).contract);
    const allowed = (trait.allow ?? []).map(({ issue }) => issue);
    expect(allowed.filter((id) => !ids.has(id) && !issueIds(contract).has(id))).toEqual([]);
  });

  test('changes only what the contract has', () => {
    const known = ruleIds(contract);
    const named = [...Object.keys(trait.patch?.rules ?? {}), ...Object.keys(trait.inner ?? {})];
    expect(named.filter((id) => !known.includes(id))).toEqual([]);
    expect(Object.keys(trait.patch?.scopes ?? {}).filter((scope) => !Object.hasOwn(contract.scopes, scope))).toEqual(
      [],
    );
    // Those of families included.
    const events = rulesByEvent(contract);
    expect(Object.keys(trait.more ?? {}).filter((event) => !events.has(event))).toEqual([]);
    expect((trait.varies ?? []).filter((pointer) => !contract.constant.includes(pointer))).toEqual([]);
  });
});
