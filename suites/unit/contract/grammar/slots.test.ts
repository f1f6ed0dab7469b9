import { describe, expect, it } from 'vitest';
import { Automaton } from '../../../../src/contract/grammar/automaton.ts';
import { compileGrammar } from '../../../../src/contract/grammar/compiled-grammar.ts';
import type { RuleFormat } from '../../../../src/contract/grammar/rule-format.ts';
import { allowIssues } from '../../../../src/contract/traits/allowed-issues.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import { parseJson } from '../../../../src/core/json.ts';
import { lines, runTiny, tinyContract } from '../../../support/contract/tiny-contract.ts';

const scopes = { call: { ends: 'explicit' }, part: { ends: 'explicit' } } as const;
const open: RuleFormat = {
  in: 'start',
  open: 'call',
  key: '/index',
  put: { id: '/id', name: '/id' },
  init: { arguments: '/input' },
  part: { is: 'tool' },
};
const delta: RuleFormat = { in: 'start', use: 'call', key: '/index', add: { arguments: '/text' } };
const stop: RuleFormat = { in: 'start', use: 'call', key: '/index', close: true };
const rules = { open: [open], delta: [delta], stop: [stop] };

/** The argument fragments of one call with this start value and these deltas. */
function argumentsOf(input: JsonObject['x'], ...deltas: readonly string[]): readonly string[] {
  const { events } = runTiny({ scopes, rules }, [
    { type: 'open', index: 0, id: 'i', ...(input === undefined ? {} : { input }) },
    ...deltas.map((text) => ({ type: 'delta', index: 0, text })),
    { type: 'stop', index: 0 },
  ]);
  return events.flatMap((event) => (event.kind === 'tool.arguments.delta' ? [event.text] : []));
}

describe('a start value', () => {
  it('stands when no delta came, or only empty ones', () => {
    expect(argumentsOf({ a: 1 })).toEqual(['{"a":1}']);
    expect(argumentsOf({ a: 1 }, '', '')).toEqual(['{"a":1}']);
    expect(argumentsOf('{"a":1}')).toEqual(['{"a":1}']);
  });

  it('is replaced by the first delta that says something', () => {
    expect(argumentsOf({ a: 1 }, '', '{"b"', ':2}')).toEqual(['{"b"', ':2}']);
  });

  it.each([{}, '', null, undefined, 7, [1]])('that is empty or no object (%j) is none', (input) => {
    expect(argumentsOf(input)).toEqual([]);
  });

  it('is delivered at the close, not before', () => {
    const { events } = runTiny({ scopes, rules }, [{ type: 'open', index: 0, id: 'i', input: { a: 1 } }]);
    expect(lines(events)).toEqual(['tool.started 0/0: client i i']);
  });

  it.each([
    { each: '/items', key: 'items' },
    { each: '/a~1b/c~0d', key: 'a/b' },
  ])('keeps the digits with which it was sent, in a list at $each too', ({ each, key }) => {
    const grammar = compileGrammar(tinyContract({ scopes, rules: { open: [{ ...open, each, close: true }] } }));
    const automaton = new Automaton(grammar, { facts: {}, status: undefined, allows: allowIssues([]) });
    const list = '[{"index":0,"id":"i","input":{"a":1.0,"b":12345678901234567890,"c":1e400}}]';
    const text = `{"type":"open","${key}":${key === 'items' ? list : `{"c~d":${list}}`}}`;
    const parsed = parseJson(text);
    automaton.step('open', parsed.ok ? parsed.value : null, text, { frame: 0, position: 0 });
    expect(lines(automaton.events)).toContain('tool.arguments.delta 0/0: {"a":1.0,"b":12345678901234567890,"c":1e400}');
  });
});

describe('a value that is repeated in the end', () => {
  const done: RuleFormat = { in: 'start', use: 'call', key: '/index', same: { arguments: '/whole' } };
  const given = { scopes, rules: { ...rules, done: [done] } };
  const begin = { type: 'open', index: 0, id: 'i' };

  it('must be the sum of its deltas', () => {
    const fragments = ['{', '}'].map((text) => ({ type: 'delta', index: 0, text }));
    expect(runTiny(given, [begin, ...fragments, { type: 'done', index: 0, whole: '{}' }]).issues).toEqual([]);
    expect(runTiny(given, [begin, ...fragments, { type: 'done', index: 0, whole: '{ }' }]).issues).toEqual([
      'call.sum.arguments@3',
    ]);
    expect(runTiny(given, [begin, ...fragments, { type: 'done', index: 0, whole: '' }]).issues).toEqual([
      'call.sum.arguments@3',
    ]);
    expect(runTiny(given, [begin, ...fragments, { type: 'done', index: 0, whole: null }]).issues).toEqual([]);
  });

  it('becomes the value where there were none, so a rule over several kinds of parts needs a guard', () => {
    expect(lines(runTiny(given, [begin, { type: 'done', index: 0, whole: '{}' }]).events)).toContain(
      'tool.arguments.delta 0/0: {}',
    );
    const guarded = {
      scopes,
      rules: { ...rules, done: [{ ...done, same: {}, then: [{ if: { '@kind': 'call' }, same: done.same ?? {} }] }] },
    };
    const { events } = runTiny(guarded, [begin, { type: 'done', index: 0, whole: '{}' }]);
    expect(lines(events)).toEqual(['tool.started 0/0: client i i']);
  });

  it('is compared as a whole where it is an object: without the excepted keys, in any order of keys', () => {
    const whole: RuleFormat = {
      in: 'start',
      use: 'call',
      key: '/index',
      same: { final: { at: '/item', except: ['secret'] } },
    };
    const objects = (...items: readonly JsonObject[]) =>
      runTiny({ scopes, rules: { ...rules, whole: [whole] } }, [
        begin,
        ...items.map((item) => ({ type: 'whole', index: 0, item })),
      ]).issues;
    expect(objects({ a: 1, b: [{ c: 2, secret: 3 }] }, { b: [{ c: 2, secret: 4 }], a: 1 })).toEqual([]);
    expect(objects({ a: 1 }, { a: 2 })).toEqual(['call.sum.final@2']);
    expect(objects({ a: [1, 2] }, { a: [2, 1] })).toEqual(['call.sum.final@2']);
  });
});

describe('a family of events', () => {
  const family = {
    stem: 'text',
    in: 'start',
    path: [
      { use: 'call', key: '/call', put: { id: '/id' } },
      { use: 'part', key: '/part' },
    ],
    slot: 'text',
    done: '/text',
    kinds: ['text'],
  };
  const add: RuleFormat = {
    in: 'start',
    use: 'call',
    key: '/call',
    then: [{ open: 'part', key: '/part', put: { kind: '/kind' } }],
  };
  const given = {
    scopes: { ...scopes, call: { ...scopes.call, fixed: ['id'] } },
    rules: { open: [open], add: [add] },
    families: [family],
  };
  const begin = [
    { type: 'open', index: 0, id: 'i' },
    { type: 'add', call: 0, part: 0, kind: 'text' },
  ];
  const at = { call: 0, part: 0, id: 'i' };

  it('adds up deltas, compares them with what is done, and admits none after that', () => {
    const { issues } = runTiny(given, [
      ...begin,
      { type: 'text.delta', ...at, delta: 'a' },
      { type: 'text.delta', ...at, delta: 'b' },
      { type: 'text.done', ...at, text: 'ab' },
      { type: 'text.delta', ...at, delta: 'c' },
      { type: 'text.done', ...at, text: 'ab' },
    ]);
    expect(issues).toEqual(['text.delta-after-done@5', 'part.sum.text@6']);
  });

  it('checks kind and identity on its way', () => {
    const other = [begin[0] ?? {}, { type: 'add', call: 0, part: 0, kind: 'image' }];
    expect(runTiny(given, [...other, { type: 'text.delta', ...at, delta: 'a' }]).issues).toEqual(['text.kind@2']);
    expect(runTiny(given, [...begin, { type: 'text.delta', ...at, id: 'x', delta: 'a' }]).issues).toEqual([
      'call.changed.id@2',
    ]);
    expect(runTiny(given, [{ type: 'text.delta', ...at, delta: 'a' }]).issues).toEqual(['call.not-open@0']);
  });
});
