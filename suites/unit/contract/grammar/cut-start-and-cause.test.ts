import { describe, expect, it } from 'vitest';
import type { TraitFormat } from '../../../../src/contract/contract-format.ts';
import type { RuleFormat } from '../../../../src/contract/grammar/rule-format.ts';
import { issueIds } from '../../../../src/contract/issue-ids.ts';
import { parseContract } from '../../../../src/contract/load.ts';
import { patchedContract } from '../../../../src/contract/traits/patched-contract.ts';
import { lines, runTiny, tinyContract } from '../../../support/contract/tiny-contract.ts';

const scopes = { block: { ends: 'explicit' }, inner: { ends: 'parent' } } as const;

const open: RuleFormat = {
  in: 'start',
  open: 'block',
  key: '/index',
  put: { id: '/id', name: '/name' },
  init: { arguments: '/arguments' },
  part: '/kind',
};

const rules = {
  open: [open],
  whole: [{ in: 'start', use: 'block', key: '/index', close: true as const }],
  cut: [{ in: 'start', use: 'block', key: '/index', close: 'cut' as const }],
  late: [{ in: 'start', use: 'block', key: '/index' }],
  end: [{ in: 'start', end: 'completed' as const }],
};

describe('a part that the wire calls cut', () => {
  it.each([
    ['tool', 'tool.completed'],
    ['text', 'content.completed'],
    ['thinking', 'reasoning.completed'],
  ])('is over, but not completed: %s', (kind, completed) => {
    const begin = { type: 'open', index: 0, kind, id: 'a', name: 'f' };
    const kinds = (type: string): readonly string[] =>
      runTiny({ scopes, rules }, [begin, { type, index: 0 }, { type: 'end' }]).events.map((event) => event.kind);
    expect(kinds('whole')).toContain(completed);
    expect(kinds('cut')).not.toContain(completed);
    expect(kinds('cut')).toEqual(kinds('whole').filter((each) => each !== completed));
  });

  it('is closed all the same: nothing is unclosed, and nothing may follow', () => {
    const begin = { type: 'open', index: 0, kind: 'tool', id: 'a', name: 'f' };
    const cut = { type: 'cut', index: 0 };
    expect(runTiny({ scopes, rules }, [begin, cut, { type: 'late', index: 0 }, { type: 'end' }]).issues).toEqual([
      'block.not-open@2',
    ]);
  });

  it('has its start values, and is announced though its name never came', () => {
    const run = runTiny({ scopes, rules }, [
      { type: 'open', index: 0, kind: 'tool', arguments: '{"a' },
      { type: 'cut', index: 0 },
    ]);
    expect(lines(run.events)).toEqual(['tool.started 0/0: client  ', 'tool.arguments.delta 0/0: {"a']);
  });

  it('takes what ends with it along, cut as well', () => {
    const nested: RuleFormat = {
      ...open,
      then: [{ each: '/parts', open: 'inner', key: '#', part: { is: 'text' }, add: { text: '/text' } }],
    };
    const { part: _, ...plain } = nested;
    const run = runTiny({ scopes, rules: { ...rules, open: [plain] } }, [
      { type: 'open', index: 0, parts: [{ text: 'a' }] },
      { type: 'cut', index: 0 },
      { type: 'end' },
    ]);
    expect(lines(run.events)).toEqual(['content.started 0/0: text', 'content.delta 0/0: a', 'response.completed']);
  });
});

/** A contract with a trait, as a contract again. */
function patched(trait: Omit<TraitFormat, 'title'>) {
  const contract = tinyContract({
    rules: { go: [{ in: 'start', to: 'body' }], more: [{ in: 'body' }] },
    sequence: { at: '/n', from: 0 },
    traits: { odd: { title: 'Odd', ...trait } },
  });
  return parseContract(JSON.stringify(patchedContract(contract, ['odd']) ?? contract), 'a test');
}

describe('a stream that begins in the middle', () => {
  const middle = [
    { type: 'more', n: 7 },
    { type: 'more', n: 8 },
    { type: 'more', n: 10 },
  ];

  it('is out of order, unless a trait lets it start in another state', () => {
    expect(runTiny(patched({}), middle).issues).toEqual(['sequence.gap@0', 'state.start.more@0', 'sequence.gap@2']);
    const resumed = patched({ patch: { start: 'body', sequence: { from: null } } });
    expect(runTiny(resumed, middle).issues).toEqual(['sequence.gap@2']);
  });

  it('has the issue ids of the states that it can be in', () => {
    const ids = [...issueIds(patched({ patch: { start: 'body' } }), []).keys()];
    expect(ids.filter((id) => id.startsWith('state.'))).toEqual(['state.start.unknown', 'state.body.go']);
  });
});

describe('the cause of an issue', () => {
  it('is the word that the row of the contract has for it, and of no other', () => {
    const row = { topic: 'order', level: 'SPEC', source: 'this test' } as const;
    const run = runTiny(
      {
        rules: { go: [{ in: 'start' }] },
        issues: { state: { ...row, cause: 'out_of_order' }, 'state.start.two': row },
      },
      [{ type: 'one' }],
    );
    expect(run.found.map(({ id, cause }) => [id, cause])).toEqual([
      ['event.unknown', undefined],
      ['state.start.unknown', 'out_of_order'],
    ]);
  });
});
