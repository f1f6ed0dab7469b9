import { describe, expect, it } from 'vitest';
import type { RuleFormat } from '../../../../src/contract/grammar/rule-format.ts';
import { lines, runTiny } from '../../../support/contract/tiny-contract.ts';

const block = { ends: 'explicit' } as const;
const open: RuleFormat = { open: 'block', key: '/index', put: { kind: '/kind' } };

/** Runs rules for one event, `go`, as often as there are payloads; a first rule admits its state. */
function go(rules: readonly RuleFormat[], ...payloads: readonly object[]) {
  return runTiny(
    { scopes: { block }, rules: { go: [{ in: 'start' }, ...rules] } },
    payloads.map((payload) => ({ type: 'go', ...payload })),
  );
}

describe('the steps of one rule', () => {
  it('1: the state is the one before the event, for every rule of the event', () => {
    const run = runTiny(
      {
        rules: {
          go: [
            { in: 'start', to: 'middle' },
            { in: 'start', add: { text: '/first' } },
            { in: 'middle', add: { text: '/second' } },
          ],
        },
      },
      [
        { type: 'go', first: 'a', second: 'b' },
        { type: 'go', first: 'c', second: 'd' },
      ],
    );
    expect(lines(run.events)).toEqual(['content.started 0/0: text', 'content.delta 0/0: a', 'content.delta 0/0: d']);
    expect(run.issues).toEqual([]);
  });

  it('1: a rule without `in` runs in any state, but admits none', () => {
    const run = runTiny({ rules: { go: [{ add: { text: '/text' } }, { in: 'other' }] } }, [{ type: 'go', text: 'a' }]);
    expect(lines(run.events)).toContain('content.delta 0/0: a');
    expect(run.issues).toEqual(['state.start.go@0']);
  });

  it('2: a rule whose condition fails is passed over, yet its state is admitted', () => {
    const run = go([{ in: 'start', if: { '/yes': true }, add: { text: '/text' } }], { text: 'a' });
    expect(run.events).toEqual([]);
    expect(run.issues).toEqual([]);
  });

  it('2: the condition looks at the enclosing instance, not at the one that the rule will find', () => {
    const run = go(
      [
        open,
        {
          if: { '@kind': 'text' },
          use: 'block',
          key: '/index',
          set: { seen: true },
          must: { reached: { '/never': true } },
        },
      ],
      { index: 0, kind: 'text' },
    );
    expect(run.issues).not.toContain('reached@0');
  });

  it('3: each element is the node in its turn, and what is no list has none', () => {
    const rule: RuleFormat = { each: '/items', open: 'block', key: '#', add: { text: '/text' } };
    expect(lines(go([rule], { items: [{ text: 'a' }, { text: 'b' }] }).events)).toEqual([
      'content.started 0/0: text',
      'content.delta 0/0: a',
      'content.completed 0/0',
      'content.started 0/1: text',
      'content.delta 0/1: b',
    ]);
    expect(go([rule], { items: { 0: { text: 'a' } } }).events).toEqual([]);
    expect(go([rule], {}).events).toEqual([]);
  });

  it('4: an instance that is not found ends the rule, its inner rules included', () => {
    const run = go(
      [
        {
          use: 'block',
          key: '/index',
          must: { reached: { '/never': true } },
          add: { text: '/text' },
          then: [{ end: 'completed' }],
        },
      ],
      { index: 0, text: 'a' },
    );
    expect(run).toMatchObject({ issues: ['block.not-open@0'], events: [], terminal: undefined });
  });

  it('4 and 5: `must` looks at the instance that was found', () => {
    const check: RuleFormat = { use: 'block', key: '/index', must: { 'kind.text': { '@kind': 'text' } } };
    expect(go([open, check], { index: 0, kind: 'text' }).issues).toEqual([]);
    expect(go([open, check], { index: 0, kind: 'image' }).issues).toEqual(['kind.text@0']);
  });

  it('5: `must` sees the slots from before the event', () => {
    const rule: RuleFormat = { must: { 'x.once': { '@x': null } }, put: { x: '/x' } };
    expect(go([rule], { x: 1 }, { x: 2 }).issues).toEqual(['x.once@1']);
  });

  it('5: every condition that fails is reported, and the rule goes on', () => {
    const rule: RuleFormat = {
      must: { one: { '/a': 1 }, two: { '/b': 1 }, three: { '/c': 1 } },
      add: { text: '/text' },
    };
    const run = go([rule], { b: 1, text: 'a' });
    expect(run.issues).toEqual(['one@0', 'three@0']);
    expect(lines(run.events)).toContain('content.delta 0/0: a');
  });

  it('6: `put` comes after `set`', () => {
    const check: RuleFormat = { must: { last: { '@kind': 'put' } } };
    expect(go([{ put: { kind: '/kind' }, set: { kind: 'set' } }, check], { kind: 'put' }).issues).toEqual([]);
  });

  it('6: `add` comes after `same`, which fills an empty slot and compares a filled one', () => {
    const rule: RuleFormat = { add: { text: '/more' }, same: { text: '/whole' } };
    expect(lines(go([rule], { whole: 'a', more: 'b' }).events)).toEqual([
      'content.started 0/0: text',
      'content.delta 0/0: a',
      'content.delta 0/0: b',
    ]);
    expect(go([rule], { more: 'b' }, { whole: 'b', more: 'c' }).issues).toEqual([]);
    expect(go([rule], { more: 'b' }, { whole: 'x' }).issues).toEqual(['.sum.text@1']);
  });

  it('6: a part starts after `put`, which names it, and before `add`, which fills it', () => {
    const rule: RuleFormat = {
      add: { arguments: '/text' },
      part: '/kind',
      put: { id: '/id', name: '/name' },
      open: 'block',
      key: '/index',
    };
    expect(lines(go([rule], { index: 0, kind: 'tool', id: 'i', name: 'n', text: '{' }).events)).toEqual([
      'tool.started 0/0: client i n',
      'tool.arguments.delta 0/0: {',
    ]);
    expect(lines(go([{ ...rule, add: { text: '/text' } }], { index: 0, kind: 'text', text: 'a' }).events)).toEqual([
      'content.started 0/0: text',
      'content.delta 0/0: a',
    ]);
  });

  it('7: a slot that is needed counts when the rule itself put it, not when an inner rule does', () => {
    const needy = { block: { ends: 'explicit', need: ['kind'] } } as const;
    const early = { go: [{ in: 'start' }, open] };
    const late = { go: [{ in: 'start' }, { open: 'block', key: '/index', then: [{ put: { kind: '/kind' } }] }] };
    const payload = { type: 'go', index: 0, kind: 'text' };
    expect(runTiny({ scopes: needy, rules: early }, [payload]).issues).toEqual([]);
    expect(runTiny({ scopes: needy, rules: late }, [payload]).issues).toEqual(['block.need.kind@0']);
  });

  it('7: what is needed is asked for at the opening alone', () => {
    const needy = { block: { ends: 'explicit', need: ['kind'] } } as const;
    const rules = { go: [{ in: 'start', ensure: 'block', key: '/index', put: { kind: '/kind' } }] };
    const run = runTiny({ scopes: needy, rules }, [
      { type: 'go', index: 0, kind: 'text' },
      { type: 'go', index: 0 },
    ]);
    expect(run.issues).toEqual([]);
  });

  it('8: reports come after the text of the same event, in the order opaque, started, usage, error, heartbeat', () => {
    const rule: RuleFormat = {
      heartbeat: true,
      error: '/error',
      usage: '/usage',
      started: {},
      opaque: { odd: '/odd' },
      add: { text: '/text' },
    };
    const run = go([rule], { text: 'a', odd: 1, usage: { in: 2 }, error: { message: 'm' }, id: 'i' });
    expect(run.events.map(({ kind }) => kind)).toEqual([
      'content.started',
      'content.delta',
      'opaque.reported',
      'response.started',
      'usage.reported',
      'error.reported',
      'heartbeat',
    ]);
  });

  it('8 and 9: an inner rule sees that usage was reported', () => {
    const rule: RuleFormat = { usage: '/usage', then: [{ must: { 'usage.there': { '@usage': true } } }] };
    expect(go([rule], { usage: { in: 2 } }).issues).toEqual([]);
    expect(go([rule], {}).issues).toEqual(['usage.there@0']);
  });

  it('9: an inner rule works on the same node, and on the instance that the outer one found', () => {
    const rule: RuleFormat = {
      ...open,
      then: [{ if: { '@kind': 'text', '/index': 0 }, must: { inner: { '@kind': 'x' } } }],
    };
    const run = go([rule], { index: 0, kind: 'text' });
    expect(run.found).toMatchObject([{ id: 'inner', detail: 'block 0' }]);
  });

  it('10: content that only an inner rule brings after the close is content', () => {
    const rule: RuleFormat = {
      ensure: 'block',
      key: '/index',
      then: [{ add: { text: '/text' } }, { if: { '/end': true }, close: true }],
    };
    const run = go([rule], { index: 0, end: true }, { index: 0 }, { index: 0, text: 'late' });
    expect(run.issues).toEqual(['block.touched-after-close@1', 'block.content-after-close@2']);
  });

  it('11: the instance closes after its inner rules, so that one event can open, fill and close', () => {
    const rule: RuleFormat = { ...open, close: true, part: '/kind', then: [{ add: { text: '/text' } }] };
    const run = go([rule], { index: 0, kind: 'text', text: 'a' });
    expect(lines(run.events)).toEqual(['content.started 0/0: text', 'content.delta 0/0: a', 'content.completed 0/0']);
    expect(run.issues).toEqual([]);
  });

  it('12: the end takes effect when all rules of the event have run', () => {
    const run = go([{ end: 'completed' }, { add: { text: '/text' } }], { text: 'a' }, { text: 'b' });
    expect(lines(run.events)).toEqual([
      'content.started 0/0: text',
      'content.delta 0/0: a',
      'content.completed 0/0',
      'response.completed',
    ]);
    expect(run.issues).toEqual(['after-end.go@1']);
  });

  it('12: of several new states the last one takes effect', () => {
    const rules = {
      go: [
        { in: 'start', to: 'one', then: [{ to: 'two' }] },
        { in: 'start', to: 'three' },
      ],
      ask: [{ in: 'three' }],
    };
    expect(runTiny({ rules }, [{ type: 'go' }, { type: 'ask' }]).issues).toEqual([]);
  });
});
