import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DomainEventBody } from '../../../src/core/domain-event.ts';
import { packageRoot } from '../../../src/core/package-root.ts';
import type { Scenario } from '../../../src/core/scenario.ts';
import { loadScenarios } from '../../../src/recording/load-scenarios.ts';
import { scenarioEvents } from '../../../src/recording/scenario-events.ts';

const scenarios = loadScenarios(join(packageRoot, 'recordings', 'scenarios'));

function withAnswer(answer: Partial<Scenario['answer']>): Scenario {
  return {
    name: 'sample',
    title: 'A sample',
    request: { turns: [{ role: 'user', text: 'Hi' }], tools: [] },
    answer: { id: 'a-1', parts: [], interleaved: false, finish: 'stop', usage: {}, ...answer },
  };
}

/** `kind part:text`, short enough to read an order from. */
function steps(scenario: Scenario): readonly string[] {
  return scenarioEvents(scenario)
    .filter((event) => 'at' in event)
    .map((event) => `${event.kind} ${event.at.part}${'text' in event ? `:${event.text}` : ''}`);
}

function textOf(events: readonly DomainEventBody[], part: number): string {
  return events
    .filter((event) => 'at' in event && 'text' in event && event.at.part === part)
    .map((event) => ('text' in event ? event.text : ''))
    .join('');
}

const tool = { kind: 'tool', completed: true } as const;

describe('the domain events of a scenario', () => {
  it('frame the parts with start, finish, usage and end', () => {
    const usage = { input: 9, output: 2, total: 11, cacheRead: 4, cacheWrite: 1, reasoning: 1 };
    expect(scenarioEvents(withAnswer({ usage }))).toEqual([
      { kind: 'response.started', id: 'a-1' },
      { kind: 'usage.reported', usage: { input: 9, cacheRead: 4, cacheWrite: 1 } },
      { kind: 'finish.reported', choice: 0, finish: 'stop', raw: 'stop' },
      { kind: 'usage.reported', usage },
      { kind: 'response.completed' },
    ]);
  });

  it('report no input where none is known', () => {
    const kinds = scenarioEvents(withAnswer({ usage: { output: 2 } })).map(({ kind }) => kind);
    expect(kinds).toEqual(['response.started', 'finish.reported', 'usage.reported', 'response.completed']);
  });

  it('open and close text and reasoning, with the signature just before the end', () => {
    const scenario = withAnswer({
      parts: [
        { kind: 'reasoning', deltas: ['a', 'b'], signature: 's' },
        { kind: 'text', deltas: ['c'] },
        { kind: 'refusal', deltas: ['d'] },
      ],
    });
    expect(steps(scenario)).toEqual([
      'reasoning.started 0',
      'reasoning.delta 0:a',
      'reasoning.delta 0:b',
      'opaque.reported 0',
      'reasoning.completed 0',
      'content.started 1',
      'content.delta 1:c',
      'content.completed 1',
      'refusal.delta 2:d',
    ]);
  });

  it('keep calls one after the other unless the answer is interleaved', () => {
    const parts = [
      { ...tool, id: '1', name: 'a', deltas: ['x', 'y'] },
      { ...tool, id: '2', name: 'b', deltas: ['z'] },
    ];
    expect(steps(withAnswer({ parts }))).toEqual([
      'tool.started 0',
      'tool.arguments.delta 0:x',
      'tool.arguments.delta 0:y',
      'tool.completed 0',
      'tool.started 1',
      'tool.arguments.delta 1:z',
      'tool.completed 1',
    ]);
  });

  it('let neighbouring calls take turns where the answer is interleaved, and a text between them part the runs', () => {
    const parts = [
      { ...tool, id: '1', name: 'a', deltas: ['x', 'y', 'z'] },
      { ...tool, id: '2', name: 'b', deltas: ['u'], completed: false },
      { kind: 'text', deltas: ['t'] } as const,
      { ...tool, id: '3', name: 'c', deltas: [] },
    ];
    expect(steps(withAnswer({ parts, interleaved: true }))).toEqual([
      'tool.started 0',
      'tool.started 1',
      'tool.arguments.delta 0:x',
      'tool.arguments.delta 1:u',
      'tool.arguments.delta 0:y',
      'tool.arguments.delta 0:z',
      'tool.completed 0',
      'content.started 2',
      'content.delta 2:t',
      'content.completed 2',
      'tool.started 3',
      'tool.completed 3',
    ]);
  });

  it.each(scenarios)('of $name carry every delta of every part, and complete only what is whole', (scenario) => {
    const first = (event: DomainEventBody): boolean => !('at' in event) || event.at.choice === 0;
    const events = scenarioEvents(scenario).filter(first);
    scenario.answer.parts.forEach((part, index) => {
      expect(textOf(events, index)).toBe(part.deltas.join(''));
      const completed = events.some(
        (event) => event.kind.endsWith('.completed') && 'at' in event && event.at.part === index,
      );
      expect(completed).toBe(part.kind === 'tool' ? part.completed : part.kind !== 'refusal');
    });
    expect(events.at(-1)?.kind).toBe('response.completed');
  });

  it('put an opaque value behind as many deltas as it says, at the end where it says nothing', () => {
    const opaque = [
      { name: 'last', value: 1 },
      { name: 'first', value: 2, after: 0 },
      { name: 'middle', value: 3, after: 1 },
    ];
    const events = scenarioEvents(withAnswer({ parts: [{ kind: 'text', deltas: ['a', 'b'], opaque }] }));
    const told = events.flatMap((event) =>
      event.kind === 'opaque.reported' ? [event.name] : event.kind === 'content.delta' ? [event.text] : [],
    );
    expect(told).toEqual(['first', 'a', 'middle', 'b', 'last']);
  });

  it('say the answer in the words of a dialect that has its own', () => {
    const scenario: Scenario = {
      ...withAnswer({ parts: [{ kind: 'text', deltas: ['neutral'] }], finish: 'malformed' }),
      dialects: {
        'gemini-generate': {
          finish: 'MALFORMED_FUNCTION_CALL',
          parts: [{ kind: 'image', name: 'image/png', deltas: [], opaque: [{ name: 'block', value: {} }] }],
        },
      },
    };
    expect(scenarioEvents(scenario, 'gemini-generate').slice(1, 5)).toEqual([
      { kind: 'content.started', at: { choice: 0, part: 0 }, part: 'image', name: 'image/png' },
      { kind: 'opaque.reported', at: { choice: 0, part: 0 }, name: 'block', value: {} },
      { kind: 'content.completed', at: { choice: 0, part: 0 } },
      { kind: 'finish.reported', choice: 0, finish: 'malformed', raw: 'MALFORMED_FUNCTION_CALL' },
    ]);
    expect(steps(scenario)).toContain('content.delta 0:neutral');
  });

  it.each([
    { interleaved: false, order: '000111' },
    { interleaved: true, order: '010101' },
  ])('tell choices one after the other, or in turns: $order', ({ interleaved, order }) => {
    const parts = [{ kind: 'text', deltas: ['x'] } as const];
    const events = scenarioEvents(withAnswer({ parts, interleaved, others: [{ parts, finish: 'length' }] }));
    const choices = events.flatMap((event) => ('at' in event ? [event.at.choice] : []));
    expect(choices.join('')).toBe(order);
    expect(events.filter(({ kind }) => kind === 'finish.reported')).toEqual([
      { kind: 'finish.reported', choice: 0, finish: 'stop', raw: 'stop' },
      { kind: 'finish.reported', choice: 1, finish: 'length', raw: 'length' },
    ]);
  });
});
