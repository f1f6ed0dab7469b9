import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../../../../src/contract/grammar/compiled-grammar.ts';
import type { RuleFormat, ScopeFormat } from '../../../../src/contract/grammar/rule-format.ts';
import type { JsonValue } from '../../../../src/core/json.ts';
import { lines, runTiny, tinyContract } from '../../../support/contract/tiny-contract.ts';

const open: RuleFormat = { in: 'start', open: 'block', key: '/index', put: { kind: '/kind' } };
const use: RuleFormat = { in: 'start', use: 'block', key: '/index', add: { text: '/text' } };
const close: RuleFormat = { in: 'start', use: 'block', key: '/index', close: true };
const end: RuleFormat = { in: 'start', end: 'completed' };
const rules = { open: [open], use: [use], close: [close], end: [end] };

/** Runs `open 0`, `use 0` … over one scope. */
function run(block: ScopeFormat, ...steps: readonly string[]) {
  return runTiny(
    { scopes: { block }, rules },
    steps.map((step) => {
      const [type = '', index, kind] = step.split(' ');
      return {
        type,
        ...(index === undefined ? {} : { index: Number(index) }),
        ...(kind === undefined ? {} : { kind }),
        text: 'a',
      };
    }),
  );
}

describe('the verbs of a scope', () => {
  it('open: must not exist yet, open or not', () => {
    expect(run({ ends: 'explicit' }, 'open 0', 'close 0', 'open 0', 'close 0').issues).toEqual(['block.duplicate@2']);
    expect(run({ ends: 'explicit' }, 'open 0', 'open 1').issues).toEqual([]);
  });

  it('open: a key opened twice leaves its first instance behind, unclosed', () => {
    expect(run({ ends: 'explicit' }, 'open 0', 'open 0', 'close 0', 'end').issues).toEqual([
      'block.duplicate@1',
      'block.unclosed@3',
    ]);
  });

  it('use: must be open', () => {
    expect(run({ ends: 'explicit' }, 'use 0', 'open 0', 'close 0', 'use 0', 'close 0').issues).toEqual([
      'block.not-open@0',
      'block.not-open@3',
      'block.not-open@4',
    ]);
  });

  it('ensure: opens what is absent, and uses what is there', () => {
    const rule: RuleFormat = {
      in: 'start',
      ensure: 'block',
      key: '/index',
      must: { once: { '@seen': null } },
      set: { seen: true },
    };
    const { issues } = runTiny({ scopes: { block: { ends: 'parent' } }, rules: { go: [rule] } }, [
      { type: 'go', index: 0 },
      { type: 'go', index: 1 },
      { type: 'go', index: 0 },
    ]);
    expect(issues).toEqual(['once@2']);
  });

  it('ref: must exist, open or not', () => {
    const ref: RuleFormat = { in: 'start', ref: 'block', key: '/index' };
    const given = { scopes: { block: { ends: 'explicit' } as const }, rules: { ...rules, ref: [ref] } };
    const events = ['ref', 'open', 'ref', 'close', 'ref'].map((type) => ({ type, index: 0 }));
    expect(runTiny(given, events).issues).toEqual(['block.unknown@0']);
  });

  it('that no rule of the contract knows its scope is a fault of the contract', () => {
    const broken = tinyContract({ rules: { go: [{ open: 'nowhere', key: '/index' }] } });
    expect(() => compileGrammar(broken)).toThrow('"nowhere"');
  });
});

describe('the order of a scope', () => {
  const dense = { ends: 'explicit', order: 'dense' } as const;

  it.each([
    { steps: ['open 0', 'open 1', 'open 2'], issues: [] },
    { steps: ['open 1'], issues: ['block.gap@0'] },
    { steps: ['open 0', 'open 2'], issues: ['block.gap@1'] },
    { steps: ['open 0', 'open 0', 'open 1'], issues: ['block.duplicate@1'] },
  ])('dense: $steps', ({ steps, issues }) => {
    expect(run(dense, ...steps).issues).toEqual(issues);
  });

  it('dense: counts from the beginning below each parent', () => {
    const scopes = { choice: { ends: 'parent' }, tool: { ends: 'parent', order: 'dense' } } as const;
    const go: RuleFormat = { in: 'start', ensure: 'choice', key: '/choice', then: [{ ensure: 'tool', key: '/tool' }] };
    const { issues, found } = runTiny({ scopes, rules: { go: [go] } }, [
      { type: 'go', choice: 0, tool: 0 },
      { type: 'go', choice: 1, tool: 0 },
      { type: 'go', choice: 1, tool: 2 },
    ]);
    expect(issues).toEqual(['tool.gap@2']);
    expect(found[0]?.detail).toBe('tool 2');
  });

  it('complete: any order of opening, but all there at the end', () => {
    const complete = { ends: 'parent', order: 'complete' } as const;
    expect(run(complete, 'open 2', 'open 0', 'open 1', 'end').issues).toEqual([]);
    expect(run(complete, 'open 2', 'open 0', 'end').issues).toEqual(['block.missing@2']);
    expect(run(complete, 'open 2', 'open 0').issues).toEqual([]);
  });

  it('free: any keys', () => {
    expect(run({ ends: 'parent', order: 'free' }, 'open 7', 'open 3', 'end').issues).toEqual([]);
  });
});

describe('one at a time', () => {
  const one = { ends: 'explicit', one: true } as const;

  it('reports an overlap at the second opening', () => {
    expect(run(one, 'open 0', 'open 1', 'close 0', 'close 1', 'open 2').issues).toEqual(['block.overlap@1']);
  });

  it('tolerates a loose instance as the one that is open, and as the one that is opened', () => {
    const loose = { ...one, loose: { '@kind': 'list' } } as const;
    expect(run(loose, 'open 0 list', 'open 1 text').issues).toEqual([]);
    expect(run(loose, 'open 0 text', 'open 1 list').issues).toEqual([]);
    expect(run(loose, 'open 0 text', 'open 1 text').issues).toEqual(['block.overlap@1']);
    expect(run(loose, 'open 0 list', 'open 1 text', 'close 1', 'end').issues).toEqual([]);
    expect(run(loose, 'open 0 text', 'end').issues).toEqual(['block.unclosed@1']);
  });
});

describe('how an instance ends', () => {
  const part: RuleFormat = { open: 'call', key: 'next', part: { is: 'tool' }, put: { id: '/id', name: '/id' } };

  it('parent: with its parent, in order', () => {
    const scopes = { choice: { ends: 'explicit' }, call: { ends: 'parent' } } as const;
    const go: RuleFormat = {
      in: 'start',
      ensure: 'choice',
      key: '/choice',
      then: [
        { if: { '/id': '*' }, ...part },
        { if: { '/end': true }, close: true },
      ],
    };
    const { events, issues } = runTiny({ scopes, rules: { go: [go] } }, [
      { type: 'go', choice: 0, id: 'a' },
      { type: 'go', choice: 0, id: 'b' },
      { type: 'go', choice: 0, end: true },
    ]);
    expect(lines(events).slice(-2)).toEqual(['tool.completed 0/0', 'tool.completed 0/1']);
    expect(issues).toEqual([]);
  });

  it('explicit: a child that nobody closed is reported with its parent, and never said to be whole', () => {
    const scopes = { item: { ends: 'explicit' }, call: { ends: 'explicit' } } as const;
    const go: RuleFormat = {
      in: 'start',
      ensure: 'item',
      key: '/item',
      then: [
        { if: { '/id': '*' }, ...part },
        { if: { '/end': true }, close: true },
      ],
    };
    const { events, issues } = runTiny({ scopes, rules: { go: [go] } }, [
      { type: 'go', item: 0, id: 'a' },
      { type: 'go', item: 0, end: true },
    ]);
    expect(issues).toEqual(['call.unclosed@1']);
    expect(lines(events)).toEqual(['tool.started 0/0: client a a']);
  });

  it('next: when a sibling opens, and the last one with the response', () => {
    const given = {
      scopes: { call: { ends: 'next' } as const },
      rules: { go: [{ in: 'start', ...part }], end: [end] },
    };
    const { events } = runTiny(given, [{ type: 'go', id: 'a' }, { type: 'go', id: 'b' }, { type: 'end' }]);
    expect(lines(events)).toEqual([
      'tool.started 0/0: client a a',
      'tool.completed 0/0',
      'tool.started 0/1: client b b',
      'tool.completed 0/1',
      'response.completed',
    ]);
  });
});

describe('after the close', () => {
  const touch: RuleFormat = {
    in: 'start',
    ensure: 'choice',
    key: '/index',
    add: { text: '/text' },
    then: [{ if: { '/end': true }, close: true }],
  };
  const events = [
    { type: 'go', index: 0, text: 'a', end: true },
    { type: 'go', index: 0 },
    { type: 'go', index: 0, text: 'b' },
  ];

  it('an empty touch and content are two different issues', () => {
    const { issues } = runTiny({ scopes: { choice: { ends: 'explicit' } }, rules: { go: [touch] } }, events);
    expect(issues).toEqual(['choice.touched-after-close@1', 'choice.content-after-close@2']);
  });

  it('a scope that may be reopened goes on, in the part that it was writing to', () => {
    const scopes = { choice: { ends: 'explicit', reopen: true } } as const;
    const run = runTiny({ scopes, rules: { go: [touch], end: [end] } }, [...events, { type: 'end' }]);
    // Opened again by its touch, and nothing closed it since.
    expect(run.issues).toEqual(['choice.unclosed@3']);
    expect(lines(run.events).filter((line) => line.startsWith('content'))).toEqual([
      'content.started 0/0: text',
      'content.delta 0/0: a',
      'content.delta 0/0: b',
      'content.completed 0/0',
    ]);
  });
});

describe('an instance that was reopened', () => {
  it('counts as open again, until it is closed again', () => {
    const go: RuleFormat = {
      in: 'start',
      ensure: 'choice',
      key: '/index',
      then: [{ if: { '/end': true }, close: true }],
    };
    const ask: RuleFormat = { in: 'start', must: { closed: { 'open:choice': 0 } } };
    const given = { scopes: { choice: { ends: 'explicit', reopen: true } as const }, rules: { go: [go], ask: [ask] } };
    const { issues } = runTiny(given, [
      { type: 'go', index: 0, end: true },
      { type: 'ask' },
      { type: 'go', index: 0 },
      { type: 'ask' },
      { type: 'go', index: 0, end: true },
      { type: 'ask' },
    ]);
    expect(issues).toEqual(['closed@3']);
  });
});

describe('the key of an instance', () => {
  const keyed = (key: string | readonly string[], ...events: readonly object[]) =>
    runTiny(
      {
        scopes: { block: { ends: 'parent', order: 'dense' } },
        rules: { go: [{ in: 'start', each: '/items', open: 'block', key }] },
      },
      events.map((event) => ({ type: 'go', ...event })),
    ).issues;

  it('is a value of the event, the position in the list, or the next ordinal', () => {
    expect(keyed('/at', { items: [{ at: 0 }, { at: 1 }] })).toEqual([]);
    expect(keyed('#', { items: [{}, {}] })).toEqual([]);
    expect(keyed('#', { items: [{}] }, { items: [{}] })).toEqual(['block.duplicate@1']);
    expect(keyed('next', { items: [{}] }, { items: [{}] })).toEqual([]);
  });

  it('is the first of its alternatives that is there', () => {
    expect(keyed(['/at', '#'], { items: [{ at: 0 }, {}] })).toEqual([]);
    expect(keyed(['/at', '#'], { items: [{ at: 1 }] })).toEqual(['block.gap@0']);
  });

  it('may be text, but not "", null, a list or absent', () => {
    const free = {
      scopes: { block: { ends: 'parent' } as const },
      rules: { go: [{ in: 'start', ensure: 'block', key: '/at' }] },
    };
    const { issues } = runTiny(
      free,
      ['a', 0, '', null, [1], { a: 1 }, true].map((at) => ({ type: 'go', at })),
    );
    expect(issues).toEqual(['block.key@2', 'block.key@3', 'block.key@4', 'block.key@5', 'block.key@6']);
  });

  it('is that of the instance opened last', () => {
    const scopes = { call: { ends: 'next' } } as const;
    const start: RuleFormat = {
      if: { '/name': '*' },
      in: 'start',
      open: 'call',
      key: 'next',
      part: { is: 'tool' },
      put: { id: '/name', name: '/name' },
    };
    const more: RuleFormat = {
      if: { '/name': null },
      in: 'start',
      use: 'call',
      key: 'last',
      add: { arguments: '/text' },
    };
    const { events, issues } = runTiny({ scopes, rules: { go: [start, more] } }, [
      { type: 'go', text: 'lost' },
      { type: 'go', name: 'a' },
      { type: 'go', text: '1' },
      { type: 'go', name: 'b' },
      { type: 'go', text: '2' },
    ]);
    expect(issues).toEqual(['call.not-open@0']);
    expect(lines(events).filter((line) => line.includes('delta'))).toEqual([
      'tool.arguments.delta 0/0: 1',
      'tool.arguments.delta 0/1: 2',
    ]);
  });
});

describe('slots that are fixed', () => {
  const fixed = (values: readonly (JsonValue | undefined)[]) =>
    runTiny(
      {
        scopes: { tool: { ends: 'parent', fixed: ['id'] } },
        rules: { go: [{ in: 'start', ensure: 'tool', key: '/index', put: { id: '/id' } }] },
      },
      values.map((id) => ({
        type: 'go',
        index: 0,
        ...(id === undefined ? {} : { id }),
      })),
    ).issues;

  it('report a change, and every later one', () => {
    expect(fixed(['a', 'b', 'a'])).toEqual(['tool.changed.id@1', 'tool.changed.id@2']);
  });

  it('take "", 0, null and absence for no value', () => {
    expect(fixed(['', 0, null, undefined, 'a', '', 0, null, undefined, 'a'])).toEqual([]);
  });
});
