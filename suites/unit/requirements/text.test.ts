import { describe, expect, test } from 'vitest';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';
import type { DomainEventBody } from '../../../src/core/domain-event.ts';
import type { Issue } from '../../../src/core/issue.ts';
import { answerOf, bothSides, redBetween, told } from '../../support/triangle/both-sides.ts';
import { redOf } from '../../support/triangle/breakages.ts';

const routes = dialectIds.flatMap((client) => dialectIds.map((upstream) => ({ client, upstream })));

const failure: DomainEventBody = {
  kind: 'error.reported',
  error: { origin: 'provider', class: 'overloaded', message: 'Busy' },
};

/** An answer that fails after these deltas of its text. */
function failedAfter(...deltas: readonly string[]): readonly DomainEventBody[] {
  return [
    { kind: 'response.started', id: 'answer', model: 'm' },
    ...deltas.map((text): DomainEventBody => ({ kind: 'content.delta', at: { choice: 0, part: 0 }, text })),
    failure,
  ];
}

describe('text before a failure', () => {
  const sent = failedAfter('One ', 'two ', 'three');

  test.each(routes)('is as it was sent on $client < $upstream', (route) => {
    expect(redBetween({ ...route, sent, seen: sent }, 'must')).toEqual([]);
    expect(redBetween({ ...route, sent, seen: failedAfter('One two three') }, 'must')).toEqual([]);
  });

  test.each(routes)('may not be missing, which another requirement says, on $client < $upstream', (route) => {
    expect(redBetween({ ...route, sent, seen: failedAfter('One ') }, 'must')).toEqual(['relay/error/partial-kept']);
  });

  test.each(routes)('is neither told again nor changed, nor more than was sent, on $client < $upstream', (route) => {
    for (const seen of [
      failedAfter('One two three', 'One two three'),
      failedAfter('One ', 'One two ', 'One two three'),
      failedAfter('One two thre3'),
      failedAfter('One two three', ' The server is busy.'),
    ]) {
      expect(redBetween({ ...route, sent, seen }, 'must')).toEqual(['relay/text/before-failure']);
    }
  });

  test.each(routes)('holds for a whole answer that the relay did not deliver, too, on $client < $upstream', (route) => {
    const whole = answerOf([told.text(0, 'One ', 'two')]);
    const red = (...deltas: readonly string[]) =>
      redBetween({ ...route, sent: whole, seen: failedAfter(...deltas) }, 'must');
    expect(red('One ')).toEqual(['relay/terminal/never-lost']);
    expect(red('Two')).toEqual(['relay/terminal/never-lost', 'relay/text/before-failure']);
  });
});

test('text before a failure is left alone where the upstream sent events that cannot be read', () => {
  const evidence = bothSides({
    client: 'openai-chat',
    upstream: 'openai-chat',
    sent: failedAfter('One '),
    seen: failedAfter('One ', 'two'),
  });
  const issue: Issue = { id: 'event.json', topic: 'events', level: 'BRK', frame: 1, position: 0 };
  const attempts = evidence.attempts.map((attempt) => ({
    ...attempt,
    reading: { ...attempt.reading, issues: [issue] },
  }));
  expect(redOf(evidence, 'must')).toEqual(['relay/text/before-failure']);
  expect(redOf({ ...evidence, attempts }, 'must')).toEqual([]);
});

describe('a refusal', () => {
  const withRefusals = ['openai-chat', 'openai-responses'] as const;
  const refused = answerOf([told.refusal(0, 'I can', 'not.')], 'refusal');
  const asText = answerOf([told.text(0, 'I cannot.')], 'refusal');

  test.each(withRefusals.flatMap((client) => withRefusals.map((upstream) => ({ client, upstream }))))(
    'stays a refusal on $client < $upstream',
    (route) => {
      expect(redBetween({ ...route, sent: refused, seen: refused }, 'must')).toEqual([]);
      expect(redBetween({ ...route, sent: refused, seen: asText }, 'must')).toEqual(['relay/refusal/in-its-place']);
    },
  );

  test.each(
    withRefusals.flatMap((client) =>
      dialectIds.filter((id) => !withRefusals.some((other) => other === id)).map((upstream) => ({ client, upstream })),
    ),
  )('may be text or a refusal on $client < $upstream, whose upstream only has text', (route) => {
    const sent = answerOf([told.text(0, 'I cannot.')]);
    expect(redBetween({ ...route, sent, seen: sent }, 'must')).toEqual([]);
    expect(redBetween({ ...route, sent, seen: answerOf([told.refusal(0, 'I cannot.')]) }, 'must')).not.toContain(
      'relay/refusal/in-its-place',
    );
  });

  test.each(['anthropic-messages', 'gemini-generate'] as const)('is text for a client of %s', (client) => {
    const route = { client, upstream: 'openai-chat' } as const;
    expect(redBetween({ ...route, sent: refused, seen: asText }, 'must')).toEqual([]);
  });

  test('with other words is another text, and nothing else', () => {
    const other = answerOf([told.text(0, 'I will not.')], 'refusal');
    const route = { client: 'openai-chat', upstream: 'openai-chat' } as const;
    expect(redBetween({ ...route, sent: refused, seen: other }, 'must')).toEqual(['relay/text/equal']);
  });
});
