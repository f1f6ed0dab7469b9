import { describe, expect, test } from 'vitest';
import type { ContractFormat } from '../../../src/contract/contract-format.ts';
import { issueIds } from '../../../src/contract/issue-ids.ts';
import { loadContract } from '../../../src/contract/load.ts';

const empty: ContractFormat = {
  ...loadContract('openai-chat').contract,
  wire: { eventLine: 'none', eofAfterFinish: 'fault' },
  constant: [],
  scopes: {},
  rules: {},
  eof: [],
  issues: {},
  traits: {},
};

/** Ids that a contract has beyond those of every contract. */
function own(changes: Partial<ContractFormat>): readonly string[] {
  const common = new Set(issueIds(empty, []).keys());
  return [...issueIds({ ...empty, ...changes }, []).keys()].filter((id) => !common.has(id)).toSorted();
}

describe('the issue ids of a contract', () => {
  test('are those of bytes, JSON and drift when it has no rules', () => {
    expect([...issueIds(empty, ['hello']).keys()].toSorted()).toEqual(
      [
        ...['wire.invalid-utf8', 'wire.unknown-field', 'wire.invalid-retry', 'wire.id-with-nul'],
        ...[
          'wire.unterminated',
          'wire.comment-after-id',
          'wire.event-without-data',
          'wire.field-without-data',
          'wire.foreign-bytes',
          'wire.limit-exceeded',
          'terminal.missing',
        ],
        ...[
          'event.line.unexpected',
          'event.half-character',
          'event.json',
          'event.unnamed',
          'event.unknown',
          'error.foreign',
          ...['nested', 'text', 'flat', 'detail', 'list'].map((kind) => `error.envelope.${kind}`),
        ],
        ...['event.body-in-stream', 'event.stream-in-body', 'event.error-body-in-stream', 'error.under-success'],
        ...['head.stream-type', 'head.body-type'],
        ...['event.schema.hello', 'event.schema.$body', 'event.schema.error'],
        ...['drift.unknown-field', 'drift.unknown-value', 'drift.advisory-missing'],
        ...['state.start.unknown', 'after-end.$done', 'after-end.not-json', 'after-end.unknown'],
      ].toSorted(),
    );
  });

  test('name each event in each state in which no rule admits it, and after the end', () => {
    const rules = { hello: [{ in: 'start', to: 'body' }], bye: [{ in: 'body', end: 'completed' as const }] };
    expect(own({ rules })).toEqual(['after-end.bye', 'after-end.hello', 'state.body.hello', 'state.start.bye']);
  });

  test('leave out states that nothing leads to', () => {
    const rules = { hello: [{ in: 'start' }], lost: [{ in: 'nowhere', to: 'lost' }] };
    expect(own({ rules }).filter((id) => id.startsWith('state.'))).toEqual(['state.start.lost']);
  });

  test('name each verb that can fail', () => {
    const rules = {
      open: [{ in: 'start', open: 'block', key: '/index' }],
      use: [
        { in: 'start', use: 'block', key: '/index', put: { kind: '/kind', name: '/name' }, same: { text: '/text' } },
      ],
      ref: [{ in: 'start', ref: 'block', key: '/index' }],
    };
    const block = { ends: 'explicit', order: 'dense', one: true, need: ['id'], fixed: ['kind'] } as const;
    expect(own({ rules, scopes: { block } }).filter((id) => id.startsWith('block.'))).toEqual([
      'block.changed.kind',
      'block.duplicate',
      'block.gap',
      'block.key',
      'block.need.id',
      'block.not-open',
      'block.overlap',
      'block.sum.text',
      'block.unclosed',
      'block.unknown',
    ]);
  });

  test('leave out what an ordinal that the reader counts itself cannot break', () => {
    const rules = { open: [{ in: 'start', open: 'call', key: 'next' }] };
    expect(own({ rules, scopes: { call: { ends: 'next', order: 'dense' } } })).toEqual(['after-end.open']);
  });

  test('tell what comes after a close only where an event may open and continue at once', () => {
    const scopes = { choice: { ends: 'explicit' } } as const;
    const after = ['choice.content-after-close', 'choice.touched-after-close'];
    const idsOf = (changes: Partial<ContractFormat>) => own(changes).filter((id) => id.endsWith('-after-close'));
    expect(idsOf({ scopes, rules: { chunk: [{ ensure: 'choice', key: '/index' }] } })).toEqual(after);
    expect(idsOf({ scopes, rules: { chunk: [{ open: 'choice', key: '/index' }] } })).toEqual([]);
    const reopened = { choice: { ends: 'explicit', reopen: true } } as const;
    expect(idsOf({ scopes: reopened, rules: { chunk: [{ ensure: 'choice', key: '/index' }] } })).toEqual([]);
  });

  test('count instances at the end for the scopes of the response, not for those inside another', () => {
    const scopes = {
      choice: { ends: 'parent', order: 'complete' },
      tool: { ends: 'parent', order: 'complete' },
    } as const;
    const rules = { chunk: [{ ensure: 'choice', key: '/index', then: [{ ensure: 'tool', key: '/index' }] }] };
    expect(own({ scopes, rules }).filter((id) => id.endsWith('.missing'))).toEqual(['choice.missing']);
  });

  test('name conditions of inner rules, constants and the sequence', () => {
    const changes = {
      rules: { chunk: [{ in: 'start', then: [{ must: { 'chunk.odd': { '/odd': true } } }] }] },
      constant: ['/id'],
      sequence: { at: '/sequence_number', from: 0 },
    };
    const sequence = ['sequence.absent', 'sequence.falling', 'sequence.gap'];
    expect(own(changes)).toEqual(['after-end.chunk', 'chunk.odd', 'constant/id', ...sequence]);
  });

  test('name the events that a family stands for', () => {
    const family = { stem: 'text', in: 'start', path: [{ use: 'part', key: '/index' }], slot: 'text', done: '/text' };
    const ids = own({ scopes: { part: { ends: 'parent' } }, families: [{ ...family, kinds: ['text'] }] });
    expect(ids).toEqual([
      'after-end.text.delta',
      'after-end.text.done',
      'part.not-open',
      'part.sum.text',
      'text.delta-after-done',
      'text.kind',
    ]);
  });

  test('have the topic, level and source of the longest row that they begin with, else those of their kind', () => {
    const rules = { hello: [{ in: 'start', to: 'body' }], bye: [{ in: 'body', end: 'completed' as const }] };
    const row = { topic: 'terminal', level: 'BRK', source: 'the manual' } as const;
    const ids = issueIds({ ...empty, rules, issues: { state: { ...row, level: 'OBS' }, 'state.start.bye': row } }, []);
    expect(ids.get('state.start.bye')).toEqual({ id: 'state.start.bye', ...row });
    expect(ids.get('state.body.hello')).toMatchObject({ topic: 'terminal', level: 'OBS' });
    expect(ids.get('after-end.bye')).toEqual({ id: 'after-end.bye', topic: 'after-terminal', level: 'SPEC' });
  });
});
