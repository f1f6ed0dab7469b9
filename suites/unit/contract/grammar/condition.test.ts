import { describe, expect, it } from 'vitest';
import { compileCondition } from '../../../../src/contract/grammar/condition.ts';
import { Instance } from '../../../../src/contract/grammar/instance.ts';
import type { Condition, RuleFormat, Test } from '../../../../src/contract/grammar/rule-format.ts';
import type { JsonValue } from '../../../../src/core/json.ts';
import type { RequestFacts } from '../../../../src/core/scenario.ts';
import { runTiny } from '../../../support/contract/tiny-contract.ts';

const root = new Instance('', { ends: 'explicit' }, 0, undefined);

function holds(condition: Condition, node: JsonValue, facts: RequestFacts = {}, instance = root): boolean {
  return compileCondition(condition)(node, instance, facts);
}

describe('a test', () => {
  it.each<[Test, JsonValue | undefined, boolean]>([
    ['*', 'a', true],
    ['*', 0, true],
    ['*', false, true],
    ['*', '', false],
    ['*', null, false],
    ['*', undefined, false],
    [null, undefined, true],
    [null, null, true],
    [null, '', true],
    [null, 0, false],
    ['+', [1], true],
    ['+', [], false],
    ['+', {}, false],
    ['+', 0, false],
    ['-', [], true],
    ['-', undefined, true],
    ['-', 'a', false],
    [['a', 1, true], 'a', true],
    [['a', 1, true], 1, true],
    [['a', 1, true], true, true],
    [['a', 1], '1', false],
    [['a', 1], undefined, false],
    [{ not: 'a' }, 'b', true],
    [{ not: 'a' }, undefined, true],
    [{ not: 'a' }, 'a', false],
    [{ not: { not: '*' } }, 'a', true],
    [{ not: ['a', 'b'] }, 'b', false],
    [{ min: 1 }, 1, true],
    [{ min: 1 }, 0, false],
    [{ min: 1 }, '2', false],
    [{ min: 1 }, undefined, false],
    [{ type: 'array' }, [], true],
    [{ type: 'array' }, {}, false],
    [{ type: 'object' }, {}, true],
    [{ type: 'object' }, null, false],
    [{ type: 'object' }, [], false],
    [{ type: 'string' }, '', true],
    [{ type: 'integer' }, 7, true],
    [{ type: 'integer' }, 7.5, false],
    [{ type: 'integer' }, '7', false],
    ['word', 'word', true],
    ['word', 'other', false],
    [7, 7, true],
    [7, '7', false],
    [false, false, true],
    [false, undefined, false],
  ])('%j of %j: %s', (test, value, expected) => {
    expect(holds({ '/x': test }, value === undefined ? {} : { x: value })).toBe(expected);
    // The same beside another operand: single conditions are compiled by another way.
    expect(holds({ '/y': 1, '/x': test }, value === undefined ? { y: 1 } : { x: value, y: 1 })).toBe(expected);
  });

  it('of a fact holds where the fact is equal or not known', () => {
    expect(holds({ '/x': { fact: 'n' } }, { x: 2 }, { n: 2 })).toBe(true);
    expect(holds({ '/x': { fact: 'n' } }, { x: 2 }, { n: 3 })).toBe(false);
    expect(holds({ '/x': { fact: 'n' } }, { x: 2 }, {})).toBe(true);
  });

  it('of another operand holds where both are equal', () => {
    expect(holds({ '/x': { as: '/y' } }, { x: 'a', y: 'a' })).toBe(true);
    expect(holds({ '/x': { as: '/y' } }, { x: 'a', y: 'b' })).toBe(false);
    expect(holds({ 'count:/x': { as: '/y' } }, { x: [1, 2], y: 2 })).toBe(true);
  });
});

describe('a condition', () => {
  it('holds when every operand of an object passes, and one condition of a list', () => {
    expect(holds({ '/a': 1, '/b': 2 }, { a: 1, b: 2 })).toBe(true);
    expect(holds({ '/a': 1, '/b': 2 }, { a: 1, b: 3 })).toBe(false);
    expect(holds([{ '/a': 1 }, { '/b': 2 }], { a: 0, b: 2 })).toBe(true);
    expect(holds([{ '/a': 1 }, { '/b': 2 }], { a: 0, b: 0 })).toBe(false);
    expect(holds([{ '/a': 1 }, [{ '/b': 2 }, { '/b': 3 }]], { b: 3 })).toBe(true);
  });

  it('without operands always holds, a list without conditions never', () => {
    expect(holds({}, null)).toBe(true);
    expect(holds([], null)).toBe(false);
    expect(compileCondition(undefined)(null, root, {})).toBe(true);
  });

  it('may test the node itself', () => {
    expect(holds({ '': { type: 'array' } }, [])).toBe(true);
    expect(holds({ '': 'word' }, 'word')).toBe(true);
    expect(holds({ '': '*' }, null)).toBe(false);
  });

  it('counts the items of a list, and nothing else', () => {
    expect(holds({ 'count:/x': 2 }, { x: [1, 2] })).toBe(true);
    expect(holds({ 'count:/x': 0 }, { x: [] })).toBe(true);
    expect(holds({ 'count:/x': null }, { x: 'ab' })).toBe(true);
  });

  it('reads slots of its instance and of the parent, and text that was added', () => {
    const child = new Instance('block', { ends: 'explicit' }, 0, root);
    root.slots.set('of', 'root');
    child.slots.set('of', 'child');
    child.added.set('text', 'abc');
    expect(holds({ '@of': 'child', '^of': 'root', '@text': 'abc' }, null, {}, child)).toBe(true);
    expect(holds({ '^of': null }, null, {}, root)).toBe(true);
    root.slots.clear();
  });

  it('knows whether a slot was sealed, which no slot of that name tells', () => {
    const child = new Instance('block', { ends: 'explicit' }, 0, root);
    child.slots.set('sealed:text', true);
    expect(holds({ 'sealed:text': null }, null, {}, child)).toBe(true);
    child.sealed.add('text');
    expect(holds({ 'sealed:text': true, '@text': null }, null, {}, child)).toBe(true);
  });

  it('compares a place with the whole sum of a slot', () => {
    const rules = {
      delta: [{ in: 'start', add: { text: '/text' } }],
      done: [{ in: 'start', must: { sum: { '/text': { as: '@text' } } } }],
    };
    const deltas = ['a', 'b'].map((text) => ({ type: 'delta', text }));
    expect(runTiny({ rules }, [...deltas, { type: 'done', text: 'ab' }]).issues).toEqual([]);
    expect(runTiny({ rules }, [...deltas, { type: 'done', text: 'a' }]).issues).toEqual(['sum@2']);
  });

  it.each<[string, RequestFacts]>([
    ['$n', { n: 1 }],
    ['$includeUsage', { includeUsage: false }],
    ['$startingAfter', { startingAfter: 0 }],
    ['$toolChoice', { toolChoice: 'auto' }],
    ['$tools', { tools: [] }],
    ['$modalities', { modalities: [] }],
    ['$maxTokens', { maxTokens: 9 }],
  ])('knows the fact %s', (operand, facts) => {
    expect(holds({ [operand]: '*' }, null, facts)).toBe(true);
    expect(holds({ [operand]: null }, null, {})).toBe(true);
    expect(holds({ $unheard: null }, null, facts)).toBe(true);
  });

  it('counts open and all instances below, loose ones apart', () => {
    const block = { ends: 'explicit', loose: { '@kind': 'loose' } } as const;
    const open: RuleFormat = { in: 'start', open: 'block', key: '/index', put: { kind: '/kind' } };
    const ask: RuleFormat = {
      in: 'start',
      must: { two: { 'open:block': 2 }, three: { 'all:block': 3 }, none: { 'open:other': 0, 'all:other': 0 } },
    };
    const close: RuleFormat = { in: 'start', use: 'block', key: '/index', close: true };
    const { issues } = runTiny({ scopes: { block }, rules: { open: [open], ask: [ask], close: [close] } }, [
      { type: 'open', index: 0, kind: 'text' },
      { type: 'open', index: 1, kind: 'loose' },
      { type: 'open', index: 2, kind: 'text' },
      { type: 'ask' },
      { type: 'close', index: 0 },
      { type: 'ask' },
    ]);
    expect(issues).toEqual(['two@5']);
  });
});
