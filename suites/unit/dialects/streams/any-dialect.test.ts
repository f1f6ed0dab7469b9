import { describe, expect, it } from 'vitest';
import type { DomainEventBody } from '../../../../src/core/domain-event.ts';
import { dialects } from '../../../../src/dialects/registry.generated.ts';
import {
  at,
  completed,
  encodeAll,
  failure,
  finish,
  options,
  reasoning,
  started,
  text,
  tool,
} from '../support/encoding.ts';

const usage = (numbers: Extract<DomainEventBody, { kind: 'usage.reported' }>['usage']): DomainEventBody => ({
  kind: 'usage.reported',
  usage: numbers,
});

/** An answer with a part of each common kind, up to its end. */
const parts: readonly DomainEventBody[] = [
  ...reasoning(0, undefined, 'Hm'),
  ...text(1, 'Hi', ' there'),
  ...tool(2, 'call_1', 'save', '{"a":', '1}'),
];
const answer: readonly DomainEventBody[] = [
  started,
  ...parts,
  usage({ input: 3, output: 2 }),
  finish('stop'),
  completed,
];

describe.each(Object.values(dialects))('a stream of $id', (dialect) => {
  const write = (events: readonly DomainEventBody[]) => encodeAll(dialect, events);

  it('is written once', () => {
    for (const end of [completed, { kind: 'response.incomplete' }, { kind: 'response.failed' }, failure({})] as const) {
      const encoder = dialect.createEncoder(options);
      for (const event of [...answer.slice(0, -1), end]) {
        encoder.push(event);
      }
      for (const event of [...answer, failure({}), { kind: 'heartbeat' } as const, ...text(5, 'late')]) {
        expect(encoder.push(event)).toEqual([]);
      }
    }
  });

  it('has the id and the model of its first beginning', () => {
    const first: DomainEventBody = { kind: 'response.started', id: 'first', model: 'its model' };
    const again: DomainEventBody = { kind: 'response.started', id: 'second', model: 'another' };
    const once = write([first, ...answer.slice(1)]);
    expect(write([first, again, ...parts, again, ...answer.slice(1 + parts.length)])).toEqual(once);
    expect(JSON.stringify(once)).toContain('its model');
  });

  it.each<[string, readonly DomainEventBody[]]>([
    [
      'pieces without text',
      [
        { kind: 'content.delta', at: at(7), text: '' },
        { kind: 'reasoning.delta', at: at(7), text: '' },
        { kind: 'refusal.delta', at: at(7), text: '' },
      ],
    ],
    [
      'reasoning in a text',
      [
        { kind: 'reasoning.delta', at: at(1), text: 'no' },
        { kind: 'reasoning.started', at: at(1) },
      ],
    ],
    [
      'text in reasoning',
      [
        { kind: 'content.delta', at: at(0), text: 'no' },
        { kind: 'content.started', at: at(0), part: 'text' },
      ],
    ],
    ['a call in a text', tool(1, 'call_9', 'drop', '{}')],
    ['text in a call', [{ kind: 'content.delta', at: at(2), text: 'no' }]],
    ['more of a call that is complete', tool(2, 'call_9', 'drop', '{}')],
    [
      'arguments of no call',
      [
        { kind: 'tool.arguments.delta', at: at(7), text: '{}' },
        { kind: 'tool.completed', at: at(7) },
      ],
    ],
    ['what nobody knows', [{ kind: 'unknown', name: 'x' }]],
  ])('leaves out %s', (_, events) => {
    expect(write([started, ...parts, ...events, ...answer.slice(1 + parts.length)])).toEqual(write(answer));
  });

  it('reports each number of the usage as it was last', () => {
    const reported = (...reports: readonly DomainEventBody[]) =>
      write([started, ...parts, ...reports, finish('stop'), completed]);
    expect(reported(usage({ input: 9, output: 1 }), usage({ input: 3 }), usage({ output: 2 }))).toEqual(
      reported(usage({ input: 3, output: 2 })),
    );
  });

  it('holds the finish back: what fails behind it has none', () => {
    const failed = write([started, ...parts, failure({ class: 'overloaded' })]);
    expect(write([started, ...parts, finish('stop'), failure({ class: 'overloaded' })])).toEqual(failed);
    expect(write([started, ...parts, finish('stop'), failure({ class: 'overloaded' }), completed])).toEqual(failed);
  });

  it('ends without a finish in an error that says so', () => {
    expect(JSON.stringify(write([started, ...parts, completed]).slice(-2))).toContain('ended without a finish reason');
    expect(JSON.stringify(write([started, completed]).slice(-2))).toContain('ended without a finish reason');
    expect(JSON.stringify(write([started, ...parts, finish('error', 'gone'), completed]).slice(-2))).toContain('gone');
  });
});
