import { describe, expect, it } from 'vitest';
import type { RuleFormat, ScopeFormat } from '../../../../src/contract/grammar/rule-format.ts';
import type { JsonObject } from '../../../../src/core/json.ts';
import { lines, runTiny, type TinyOptions } from '../../../support/contract/tiny-contract.ts';

const scopes: Readonly<Record<string, ScopeFormat>> = {
  block: { order: 'dense', one: true, ends: 'explicit', need: ['kind'] },
  line: { ends: 'explicit' },
};

const fill: readonly RuleFormat[] = [{ if: { '/kind': '*' }, put: { kind: '/kind' }, part: '/kind' }];

const rules: Readonly<Record<string, readonly RuleFormat[]>> = {
  begin: [{ in: 'start', started: {}, to: 'body' }],
  ping: [{ in: 'body', heartbeat: true }],
  open: [{ in: 'body', open: 'block', key: '/at', put: { kind: '/kind', id: '/id', name: '/name' }, part: '/kind' }],
  text: [{ in: 'body', use: 'block', key: '/at', repair: fill, add: { text: '/text', arguments: '/arguments' } }],
  line: [
    {
      in: 'body',
      use: 'block',
      key: '/at',
      repair: fill,
      then: [{ use: 'line', key: '/line', repair: [], add: { text: '/text' } }],
    },
  ],
  close: [{ in: 'body', use: 'block', key: '/at', close: true }],
  count: [{ in: 'body', must: { 'block.open': { 'open:block': 0 } } }],
  stop: [{ in: 'body', put: { finish: '/why' }, to: 'closing' }],
  again: [{ in: 'start', add: { text: '/text' } }],
  error: [{ in: ['start', 'body'], error: '/error', to: 'failed' }],
  end: [{ in: 'closing', end: 'completed' }],
};

const begin = { type: 'begin' };
const text = (at: number | undefined, kind: string | undefined, said: string): JsonObject => ({
  type: 'text',
  ...(at === undefined ? {} : { at }),
  ...(kind === undefined ? {} : { kind }),
  text: said,
});

function run(events: readonly JsonObject[], options: TinyOptions = {}) {
  const { issues, events: told, terminal } = runTiny({ scopes, rules }, events, options);
  return { issues, told: lines(told), terminal };
}

describe('an instance that is not open', () => {
  it('is told once, and gets what its events say', () => {
    expect(run([begin, text(0, 'text', 'a'), text(0, 'text', 'b'), { type: 'close', at: 0 }])).toEqual({
      issues: ['block.not-open@1'],
      told: [
        'response.started',
        'content.started 0/0: text',
        'content.delta 0/0: a',
        'content.delta 0/0: b',
        'content.completed 0/0',
      ],
      terminal: undefined,
    });
  });

  it('is not read where a trait lets the issue pass: the trait says what is', () => {
    const allow = [{ issue: 'block.not-open' }];
    expect(run([begin, text(0, 'text', 'a')], { allow })).toEqual({
      issues: [],
      told: ['response.started'],
      terminal: undefined,
    });
  });

  it('is none if the event does not give what its scope needs', () => {
    expect(
      run([begin, text(0, undefined, 'a'), text(0, undefined, 'b'), { type: 'open', at: 0, kind: 'text' }]),
    ).toMatchObject({
      issues: ['block.not-open@1', 'block.not-open@2'],
      told: ['response.started', 'content.started 0/0: text'],
    });
  });

  it('never completes if it is never closed, and nobody misses its close', () => {
    const events = [begin, text(0, 'text', 'a'), { type: 'count' }, { type: 'stop' }, { type: 'end' }];
    const { issues, told, terminal } = run(events);
    expect(issues).toEqual(['block.not-open@1']);
    expect(told).not.toContain('content.completed 0/0');
    expect(terminal).toBe('completed');
  });

  it('has no order among its siblings, and does not overlap them', () => {
    const events = [begin, { type: 'open', at: 0, kind: 'text' }, text(7, 'text', 'a'), { type: 'close', at: 0 }];
    expect(run(events).issues).toEqual(['block.not-open@2']);
  });

  it('may be opened late, which is no second opening', () => {
    const call = { type: 'text', at: 0, kind: 'tool', arguments: '{}' };
    const late = { type: 'open', at: 0, kind: 'tool', id: 'c1', name: 'clock' };
    expect(run([begin, call, late, call, { type: 'close', at: 0 }])).toMatchObject({
      issues: ['block.not-open@1'],
      told: [
        'response.started',
        'tool.started 0/0: client c1 clock',
        'tool.arguments.delta 0/0: {}',
        'tool.arguments.delta 0/0: {}',
        'tool.completed 0/0',
      ],
    });
  });

  it('is another one than what opens under its key with another kind', () => {
    const events = [begin, text(0, 'text', 'a'), { type: 'open', at: 0, kind: 'image' }];
    expect(run(events).issues).toEqual(['block.not-open@1', 'block.duplicate@2']);
  });

  it('is the last one where the event has no key, open or not', () => {
    const events = [
      begin,
      { type: 'open', at: 0, kind: 'text' },
      text(undefined, 'text', 'a'),
      { type: 'close', at: 0 },
    ];
    expect(run([...events, text(undefined, 'text', 'b')])).toMatchObject({
      issues: ['block.not-open@2', 'block.not-open@4'],
      told: expect.arrayContaining(['content.delta 0/0: a', 'content.delta 0/0: b']),
    });
    expect(run([begin, text(undefined, 'text', 'a')]).told).toContain('content.delta 0/0: a');
  });

  it('that is closed takes what comes late, and stays closed', () => {
    const events = [begin, { type: 'open', at: 0, kind: 'text' }, { type: 'close', at: 0 }];
    expect(run([...events, text(0, 'text', 'late'), { type: 'close', at: 0 }])).toMatchObject({
      issues: ['block.not-open@3', 'block.not-open@4'],
      told: expect.arrayContaining(['content.completed 0/0', 'content.delta 0/0: late']),
    });
  });

  it('says for all that is inside of it that it is not open', () => {
    const line = { type: 'line', at: 0, kind: 'text', line: 0, text: 'a' };
    expect(run([begin, line, { ...line, line: 1 }])).toMatchObject({
      issues: ['block.not-open@1'],
      told: expect.arrayContaining(['content.delta 0/0: a']),
    });
  });

  it('is passed over by a rule that cannot repair it', () => {
    expect(run([begin, { type: 'close', at: 3 }]).issues).toEqual(['block.not-open@1']);
  });
});

describe('an event in a state in which it may not come', () => {
  it('is read in the first state that its rules name, and what follows is in order', () => {
    expect(run([{ type: 'open', at: 0, kind: 'text' }, text(0, 'text', 'a'), { type: 'close', at: 0 }])).toMatchObject({
      issues: ['state.start.open@0'],
      told: ['content.started 0/0: text', 'content.delta 0/0: a', 'content.completed 0/0'],
    });
    const late = [begin, { type: 'stop', why: 'done' }, text(0, 'text', 'a')];
    expect(run(late).issues).toEqual(['state.closing.text@2', 'block.not-open@2']);
  });

  it('is not read where a trait lets the issue pass', () => {
    expect(run([text(0, 'text', 'a')], { allow: [{ issue: 'state.start.text' }] })).toMatchObject({
      issues: [],
      told: [],
    });
  });

  it('is the beginning, if something else was read in its place', () => {
    expect(run([{ type: 'count' }, begin, begin])).toMatchObject({
      issues: ['state.start.count@0', 'state.body.begin@1', 'state.body.begin@2'],
      told: ['response.started'],
    });
    const lateAgain = run([{ type: 'count' }, { type: 'again', text: 'a' }, { type: 'count' }]);
    expect(lateAgain.issues).toEqual(['state.start.count@0', 'state.body.again@1']);
    expect(lateAgain.told).toContain('content.delta 0/0: a');
  });

  it('is not read as a second beginning', () => {
    expect(run([begin, { type: 'again', text: 'a' }])).toMatchObject({
      issues: ['state.body.again@1'],
      told: ['response.started'],
    });
  });

  it.each([
    ['is a heartbeat', 'ping'],
    ['ends an answer', 'end'],
  ])('changes nothing if it %s', (_, type) => {
    expect(run([{ type }, begin, { type: 'stop' }])).toEqual({
      issues: [`state.start.${type}@0`],
      told: ['response.started'],
      terminal: undefined,
    });
  });

  it('is not read after an error', () => {
    const { issues, told } = run([begin, { type: 'error', error: 'no' }, text(0, 'text', 'a')]);
    expect(issues).toEqual(['state.failed.text@2']);
    expect(told).toEqual(['response.started', 'error.reported: unknown']);
  });
});
