import { describe, expect, test } from 'vitest';
import { type DialectId, dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { DomainEvent, DomainEventBody } from '../../../src/core/domain-event.ts';
import { answerOf, bothSides, redBetween, told } from '../../support/triangle/both-sides.ts';
import { redOf } from '../../support/triangle/breakages.ts';

const ordered = ['anthropic-messages', 'gemini-generate', 'openai-responses'] as const;
const channelled = ['ollama-chat', 'openai-chat'] as const;
const divided = ['anthropic-messages', 'openai-responses'] as const;

const pairs = (clients: readonly DialectId[], upstreams: readonly DialectId[]) =>
  clients.flatMap((client) => upstreams.map((upstream) => ({ client, upstream })));

const same = ({ client, upstream }: { readonly client: DialectId; readonly upstream: DialectId }) =>
  client === upstream;

const call = (part: number) => told.call(part, 'call_1', '{"a":', '1}');

const orders = [
  {
    what: 'a call before its text',
    sent: answerOf([told.text(0, 'I look', '.'), call(1)], 'tool_calls'),
    seen: answerOf([call(0), told.text(1, 'I look.')], 'tool_calls'),
  },
  {
    what: 'reasoning after the text',
    sent: answerOf([told.reasoning(0, 'Hm', '.'), told.text(1, 'Yes.')]),
    seen: answerOf([told.text(0, 'Yes.'), told.reasoning(1, 'Hm.')]),
  },
  {
    what: 'texts that ran together before the call between them',
    sent: answerOf([told.text(0, 'One.'), call(1), told.text(2, 'Two.')], 'tool_calls'),
    seen: answerOf([told.text(0, 'One.Two.'), call(1)], 'tool_calls'),
  },
];

describe.each(orders)('$what', ({ sent, seen }) => {
  test.each(pairs(ordered, ordered).filter(same))('is a must on $client < $upstream, and nothing else', (route) => {
    expect(redBetween({ ...route, sent, seen }, 'must')).toEqual(['relay/parts/order']);
    expect(redBetween({ ...route, sent, seen: sent }, 'must')).toEqual([]);
  });

  test.each(pairs(ordered, ordered).filter((route) => !same(route)))('is a should on $client < $upstream', (route) => {
    expect(redBetween({ ...route, sent, seen }, 'must')).toEqual([]);
    expect(redBetween({ ...route, sent, seen }, 'should')).toContain('relay/parts/order-in-translation');
    expect(redBetween({ ...route, sent, seen: sent }, 'should')).toEqual([]);
  });

  test.each(pairs(channelled, dialectIds))(
    'cannot be said to a client on $client < $upstream, so it is no fault',
    (route) => {
      expect(redBetween({ ...route, sent, seen }, 'must')).toEqual([]);
      expect(redBetween({ ...route, sent, seen }, 'should')).not.toContain('relay/parts/order-in-translation');
    },
  );

  test.each(pairs(ordered, ordered))(
    'a call that is missing, which only its number tells, on $client < $upstream',
    (route) => {
      const sent = answerOf([told.text(0, 'One.'), call(1), told.text(2, 'Two.')], 'tool_calls');
      const seen = answerOf([told.text(0, 'One.'), told.text(1, 'Two.')], 'tool_calls');
      expect(redBetween({ ...route, sent, seen }, 'must')).not.toContain('relay/parts/order');
      expect(redBetween({ ...route, sent, seen }, 'should')).not.toContain('relay/parts/order-in-translation');
    },
  );

  test.each(pairs(ordered, ordered))('other deltas, on $client < $upstream', (route) => {
    const sent = answerOf([told.reasoning(0, 'Hm', '.'), told.text(1, 'On', 'e.'), call(2)], 'tool_calls');
    const seen = answerOf([told.reasoning(0, 'H', 'm.'), told.text(1, 'One.'), call(2)], 'tool_calls');
    expect(redBetween({ ...route, sent, seen }, 'must')).toEqual([]);
    expect(redBetween({ ...route, sent, seen }, 'should')).toEqual([]);
  });
});

test('a block that is known only at the end has no place of its own', () => {
  const block = (part: number): readonly DomainEventBody[] => [
    { kind: 'content.started', at: { choice: 0, part }, part: 'other', name: 'redacted_thinking' },
    {
      kind: 'opaque.reported',
      at: { choice: 0, part },
      name: 'block',
      value: { type: 'redacted_thinking', data: 'eA==' },
    },
    { kind: 'content.completed', at: { choice: 0, part } },
  ];
  const route = { client: 'anthropic-messages', upstream: 'anthropic-messages' } as const;
  const evidence = bothSides({
    ...route,
    sent: answerOf([block(0), told.text(1, 'One.')]),
    seen: answerOf([told.text(0, 'One.'), block(1)]),
  });
  expect(redOf(evidence, 'must')).toEqual(['relay/parts/order']);
  const late = evidence.attempts.map((attempt) => ({
    ...attempt,
    reading: { ...attempt.reading, events: lastOpaqueLast(attempt.reading.events) },
  }));
  expect(redOf({ ...evidence, attempts: late }, 'must')).toEqual([]);
});

/** The same steps, with the value of the block at their end. */
function lastOpaqueLast(events: readonly DomainEvent[]): readonly DomainEvent[] {
  const opaque = events.filter(({ kind }) => kind === 'opaque.reported');
  return [...events.filter(({ kind }) => kind !== 'opaque.reported'), ...opaque];
}

describe('the borders of texts', () => {
  const two = answerOf([told.text(0, 'One.'), told.text(1, 'Two.')]);
  const one = answerOf([told.text(0, 'One.Two.')]);

  test.each(divided)('are kept within %s', (dialect) => {
    const route = { client: dialect, upstream: dialect };
    expect(redBetween({ ...route, sent: two, seen: two }, 'should')).toEqual([]);
    expect(redBetween({ ...route, sent: two, seen: one }, 'should')).toEqual(['relay/parts/borders']);
    expect(redBetween({ ...route, sent: one, seen: two }, 'should')).toEqual(['relay/parts/borders']);
    expect(redBetween({ ...route, sent: two, seen: one }, 'must')).toEqual([]);
  });

  test.each(
    pairs(dialectIds, dialectIds).filter((route) => !same(route) || !divided.some((id) => id === route.client)),
  )('mean nothing on $client < $upstream', (route) => {
    expect(redBetween({ ...route, sent: two, seen: one }, 'should')).toEqual([]);
    expect(redBetween({ ...route, sent: one, seen: two }, 'should')).toEqual([]);
  });
});

describe('an empty part', () => {
  const plain = answerOf([told.text(0, 'One.')]);
  const padded = answerOf([told.text(0), told.text(1, 'One.')]);

  test.each(divided)('of %s is not added, though one that was sent may be missing', (dialect) => {
    const route = { client: dialect, upstream: dialect };
    expect(redBetween({ ...route, sent: plain, seen: padded }, 'must')).toEqual(['relay/parts/none-added']);
    expect(redBetween({ ...route, sent: padded, seen: plain }, 'must')).toEqual([]);
    expect(redBetween({ ...route, sent: padded, seen: padded }, 'must')).toEqual([]);
  });

  test.each(pairs(divided, dialectIds).filter((route) => !same(route)))('may stand on $client < $upstream', (route) => {
    expect(redBetween({ ...route, sent: plain, seen: padded }, 'must')).toEqual([]);
  });
});
