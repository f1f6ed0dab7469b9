import { describe, expect, it } from 'vitest';
import { compileGrammar } from '../../../../src/contract/grammar/compiled-grammar.ts';
import { lookUpIssue } from '../../../../src/contract/grammar/engine-issues.ts';
import type { JsonValue } from '../../../../src/core/json.ts';
import { lines, runTiny, tinyContract } from '../../../support/contract/tiny-contract.ts';

const begin = { begin: [{ in: 'start', to: 'body' }] };
const finish = { finish: [{ in: 'body', end: 'completed' as const }] };

describe('the steps of one event', () => {
  it('1: after the end an event is one issue by its name, and nothing else', () => {
    const run = runTiny({ rules: { ...begin, ...finish }, constant: ['/id'], sequence: { at: '/n', from: 0 } }, [
      { type: 'begin', id: 'a', n: 0 },
      { type: 'finish', id: 'a', n: 1 },
      { type: 'begin', id: 'b', n: 9 },
      { type: 'stranger', id: 'c' },
    ]);
    expect(run.issues).toEqual(['after-end.begin@2', 'after-end.unknown@3']);
    expect(run.events.at(-1)?.kind).toBe('response.completed');
  });

  it('2: constants are compared before the rules run, and for events that no rule names', () => {
    const run = runTiny({ rules: { ...begin, ...finish }, constant: ['/id'] }, [
      { type: 'begin', id: 'a' },
      { type: 'stranger', id: 'b' },
      { type: 'finish', id: 'c' },
    ]);
    expect(run.issues).toEqual(['constant/id@1', 'event.unknown@1', 'constant/id@2']);
  });

  it('2: null, "", 0 and absence are no values of a constant', () => {
    const events = [{ id: '' }, { id: null }, { id: 0 }, {}, { id: 'a' }, { id: '' }, { id: null }, { id: 'a' }];
    const run = runTiny(
      { rules: { go: [{ in: 'start' }] }, constant: ['/id'] },
      events.map((event) => ({ type: 'go', ...event })),
    );
    expect(run.issues).toEqual([]);
  });

  it('2: a constant that changes back is told at each change from the first value', () => {
    const events = ['a', 'b', 'a'].map((id) => ({ type: 'go', id }));
    expect(runTiny({ rules: { go: [{ in: 'start' }] }, constant: ['/id'] }, events).issues).toEqual(['constant/id@1']);
  });

  it.each([
    { numbers: [0, 1, 2], from: 0, issues: [] },
    { numbers: [1, 2], from: 1, issues: [] },
    { numbers: [1, 2], from: 0, issues: ['sequence.gap@0'] },
    { numbers: [0, 2, 3], from: 0, issues: ['sequence.gap@1'] },
    { numbers: [0, 1, 1], from: 0, issues: ['sequence.falling@2'] },
    { numbers: [0, 3, 2], from: 0, issues: ['sequence.gap@1', 'sequence.falling@2'] },
    { numbers: [0, null, 1], from: 0, issues: ['sequence.absent@1'] },
    { numbers: [8, 9], from: 0, startingAfter: 7, issues: [] },
    { numbers: [0, 1], from: 0, startingAfter: 7, issues: ['sequence.falling@0'] },
    { numbers: [5, 6, 8], from: undefined, issues: ['sequence.gap@2'] },
  ])('3: sequence numbers $numbers from $from after $startingAfter', ({ numbers, from, startingAfter, issues }) => {
    const run = runTiny(
      { rules: { go: [{ in: 'start' }] }, sequence: { at: '/n', ...(from === undefined ? {} : { from }) } },
      numbers.map((n) => ({ type: 'go', n })),
      { facts: startingAfter === undefined ? {} : { startingAfter } },
    );
    expect(run.issues).toEqual(issues);
  });

  it('4 and 6: the new state is that of the next event', () => {
    const rules = { ...begin, ...finish };
    expect(runTiny({ rules }, [{ type: 'finish' }, { type: 'begin' }, { type: 'finish' }]).issues).toEqual([
      'state.start.finish@0',
    ]);
    expect(runTiny({ rules }, [{ type: 'begin' }, { type: 'begin' }]).issues).toEqual(['state.body.begin@1']);
  });

  it('5: rules run in the order in which they are listed', () => {
    const rules = {
      go: [
        { in: 'start', add: { text: '/b' } },
        { in: 'start', add: { text: '/a' } },
      ],
    };
    expect(lines(runTiny({ rules }, [{ type: 'go', a: 'a', b: 'b' }]).events).slice(1)).toEqual([
      'content.delta 0/0: b',
      'content.delta 0/0: a',
    ]);
  });

  it('5: an event without rules is drift, and a breach of order only before the start', () => {
    const run = runTiny({ rules: begin }, [{ type: 'new' }, { type: 'begin' }, { type: 'new' }]);
    expect(run.issues).toEqual(['event.unknown@0', 'state.start.unknown@0', 'event.unknown@2']);
    expect(run.found.map(({ detail }) => detail)).toEqual(['new', undefined, 'new']);
    expect(run.events).toEqual([
      { kind: 'unknown', name: 'new', frame: 0 },
      { kind: 'unknown', name: 'new', frame: 2 },
    ]);
  });

  it('5: what an unknown event calls itself is repeated only where it is a plain word', () => {
    const run = runTiny({ rules: begin }, [
      { type: 'begin' },
      { type: 'my secret is 7' },
      { type: 'x'.repeat(65) },
      {},
    ]);
    expect(run.found.map(({ detail }) => detail)).toEqual([undefined, undefined, undefined]);
  });

  it('7: at the end open scopes are closed, explicit ones reported and left unfinished', () => {
    const scopes = { open: { ends: 'explicit' }, loose: { ends: 'parent' } } as const;
    const rules = {
      go: [
        { in: 'start', open: 'open', key: '/index', part: { is: 'text' } },
        { in: 'start', open: 'loose', key: '/index', part: { is: 'text' } },
        { in: 'start', end: 'completed' as const },
      ],
    };
    const run = runTiny({ scopes, rules }, [{ type: 'go', index: 0 }]);
    expect(run.issues).toEqual(['open.unclosed@0']);
    expect(lines(run.events)).toEqual([
      'content.started 0/0: text',
      'content.started 0/1: text',
      'content.completed 0/1',
      'response.completed',
    ]);
  });

  it('7: a channel without a block of its own is completed by the end', () => {
    const rules = {
      go: [{ in: 'start', add: { text: '/text' } }],
      finish: [{ in: 'start', end: 'incomplete' as const }],
    };
    const run = runTiny({ rules }, [{ type: 'go', text: 'a' }, { type: 'finish' }]);
    expect(lines(run.events).slice(-2)).toEqual(['content.completed 0/0', 'response.incomplete']);
  });

  it.each(['failed', 'cancelled'] as const)('7: a response that %s completes nothing', (phase) => {
    const scopes = { open: { ends: 'explicit' } } as const;
    const rules = {
      go: [{ in: 'start', open: 'open', key: '/index', part: { is: 'text' } }],
      talk: [{ in: 'start', add: { reasoning: '/text' } }],
      stop: [{ in: 'start', end: phase }],
    };
    const run = runTiny({ scopes, rules }, [{ type: 'go', index: 0 }, { type: 'talk', text: 'a' }, { type: 'stop' }]);
    expect(run.terminal).toBe(phase);
    expect(run.issues).toEqual([]);
    expect(run.events.map(({ kind }) => kind)).toEqual([
      'content.started',
      'reasoning.started',
      'reasoning.delta',
      'response.failed',
    ]);
  });
});

describe('a clean end of the stream', () => {
  const scopes = { candidate: { ends: 'explicit', order: 'complete' } } as const;
  const rules = {
    chunk: [
      {
        in: ['start', 'body'],
        ensure: 'candidate',
        key: '/index',
        to: 'body',
        then: [{ if: { '/end': true }, close: true as const }],
      },
    ],
    error: [{ in: ['start', 'body'], error: '/error', to: 'failed' }],
  };
  const eof = [
    { in: 'body', if: { 'open:candidate': 0, 'all:candidate': { min: 1 } }, phase: 'completed' as const },
    { in: 'failed', phase: 'failed' as const },
  ];
  const run = (events: readonly object[]) =>
    runTiny(
      { scopes, rules, eof },
      events.map((event) => ({ type: 'chunk', ...event })),
      { eof: true },
    );

  it('is a terminal only in a state for which the contract says so, under its conditions', () => {
    expect(run([]).terminal).toBeUndefined();
    expect(run([{ index: 0 }]).terminal).toBeUndefined();
    expect(run([{ index: 0 }, { index: 0, end: true }]).terminal).toBe('completed');
    expect(run([{ index: 0 }, { type: 'error', error: {} }]).terminal).toBe('failed');
  });

  it('runs the checks that any other end runs', () => {
    const { terminal, issues } = run([{ index: 1, end: true }]);
    expect({ terminal, issues }).toEqual({ terminal: 'completed', issues: ['candidate.missing@0'] });
  });

  it('changes nothing after a terminal', () => {
    const ended = runTiny(
      { rules: { go: [{ in: 'start', end: 'completed' }] }, eof: [{ in: 'start', phase: 'failed' }] },
      [{ type: 'go' }],
      {
        eof: true,
      },
    );
    expect(ended.terminal).toBe('completed');
    expect(ended.events.map(({ kind }) => kind)).toEqual(['response.completed']);
  });
});

describe('the name of an event', () => {
  const named = (event: JsonValue, facts = {}): string =>
    compileGrammar(
      tinyContract({
        name: [
          { is: 'error', if: { '/error': '*' } },
          { is: 'many', if: { $n: { min: 2 }, '/choices': '+' } },
          { is: '/type', if: { '/type': '*' } },
          { is: 'chunk', if: { '/choices': { type: 'array' } } },
        ],
      }),
    ).nameOf(event, facts);

  it('is that of the first case that holds', () => {
    expect(named({ error: {}, type: 'x', choices: [] })).toBe('error');
    expect(named({ error: null, type: 'x', choices: [] })).toBe('x');
    expect(named({ error: '', choices: [] })).toBe('chunk');
    expect(named({ choices: [1] }, { n: 2 })).toBe('many');
  });

  it('is empty where no case holds, or the value is no text', () => {
    expect(named({})).toBe('');
    expect(named({ type: 7 })).toBe('');
    expect(named([])).toBe('');
  });
});

describe('an issue', () => {
  const row = (level: 'BRK' | 'OBS' | 'TOL') => ({ topic: 'order', level, source: 'here' }) as const;
  const contract = tinyContract({
    issues: { state: row('BRK'), 'state.start.ping': row('TOL'), constant: row('OBS'), 'constant/id': row('TOL') },
  });

  it('has topic and level of the longest row that it begins with, whole words only', () => {
    expect(lookUpIssue(contract, 'state.start.ping')?.level).toBe('TOL');
    expect(lookUpIssue(contract, 'state.start.pong')?.level).toBe('BRK');
    expect(lookUpIssue(contract, 'stateless')).toBeUndefined();
    expect(lookUpIssue(contract, 'constant/id')?.level).toBe('TOL');
    expect(lookUpIssue(contract, 'constant/message/id')?.level).toBe('OBS');
    expect(lookUpIssue(contract, 'toString')).toBeUndefined();
  });

  it('stands at the frame and byte of its event', () => {
    const run = runTiny({ rules: begin }, [{ type: 'begin' }, { type: 'begin' }]);
    expect(run.found).toEqual([{ id: 'state.body.begin', topic: 'order', level: 'SPEC', frame: 1, position: 10 }]);
  });
});
