import fc from 'fast-check';
import type { DomainEventBody } from '../../../../src/core/domain-event.ts';

const where = fc.record({ choice: fc.constantFrom(0, 0, 0, 1), part: fc.integer({ min: 0, max: 4 }) });
const words = fc.constantFrom('', 'a', 'b\n', '{"x":', '}', '\ud83d', '💡');

/** Any event at any place: sequences that no decoder makes, to see what an encoder makes of them. */
const anyEvent: fc.Arbitrary<DomainEventBody> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<DomainEventBody>({ kind: 'response.started', id: 'i' }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('content.started' as const),
      at: where,
      part: fc.constantFrom('text' as const, 'audio' as const, 'image' as const, 'other' as const),
    }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constantFrom('content.delta', 'reasoning.delta', 'refusal.delta', 'tool.arguments.delta'),
      at: where,
      text: words,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('content.completed', 'reasoning.started', 'reasoning.completed', 'tool.completed'),
      at: where,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('tool.started' as const),
      at: where,
      owner: fc.constantFrom('client' as const, 'server' as const),
      id: fc.constantFrom('', 'c1', 'c2'),
      name: fc.constantFrom('', 'f'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('opaque.reported' as const),
      at: where,
      name: fc.constantFrom(
        ...['signature', 'citation', 'block', 'compaction', 'logprobs', 'refusal_details', 'x'],
        ...['annotation', 'audio', 'item', 'encrypted_reasoning'],
      ),
      value: fc.constantFrom('S', null, 1, { type: 'foreign' }, { content: [{ token: 'a' }] }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('usage.reported' as const),
      usage: fc.constantFrom({}, { input: 3 }, { output: 2 }, { input: 1, output: 1, cacheRead: 9 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('finish.reported' as const),
      choice: fc.constantFrom(0, 0, 1),
      finish: fc.constantFrom('stop' as const, 'length' as const, 'tool_calls' as const, 'error' as const),
      raw: fc.constantFrom('', 'stop', 'end_turn', '__proto__'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('heartbeat' as const, 'response.completed' as const) }) },
  { weight: 1, arbitrary: fc.constant<DomainEventBody>({ kind: 'unknown', name: 'x' }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<DomainEventBody>(
      { kind: 'error.reported', error: { origin: 'provider', class: 'overloaded' } },
      { kind: 'response.failed' },
      { kind: 'response.incomplete' },
    ),
  },
);

export const anySequence = fc.array(anyEvent, { maxLength: 40 });

/** Several calls as their fragments, with one order in which they may overlap. */
export const overlappingCalls: fc.Arbitrary<readonly [readonly (readonly string[])[], readonly DomainEventBody[]]> = fc
  .array(fc.array(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 5 }), { minLength: 1, maxLength: 5 })
  .chain((calls) =>
    fc.tuple(
      fc.constant(calls),
      fc.infiniteStream(fc.nat()).map((stream) => interleave(calls, stream)),
    ),
  );

/** Starts all calls in order, then lets chance pick whose fragment or completion comes next. */
function interleave(calls: readonly (readonly string[])[], chance: Iterator<number>): readonly DomainEventBody[] {
  const events: DomainEventBody[] = calls.map((_, part) => ({
    kind: 'tool.started',
    at: { choice: 0, part },
    owner: 'client',
    id: `c${part}`,
    name: 'f',
  }));
  const left = calls.map((deltas, part) => ({ part, deltas: [...deltas] }));
  while (left.length > 0) {
    const index = Number(chance.next().value) % left.length;
    const next = left[index];
    const text = next?.deltas.shift();
    if (next !== undefined && text !== undefined) {
      events.push({ kind: 'tool.arguments.delta', at: { choice: 0, part: next.part }, text });
    } else if (next !== undefined) {
      events.push({ kind: 'tool.completed', at: { choice: 0, part: next.part } });
      left.splice(index, 1);
    }
  }
  return events;
}
