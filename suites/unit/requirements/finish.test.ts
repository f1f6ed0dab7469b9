import { describe, expect, test } from 'vitest';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import { defaultPolicies, type Policies } from '../../../src/core/policies.ts';
import { dialects } from '../../../src/dialects/registry.generated.ts';
import { requirements } from '../../../src/requirements/relay/finish.ts';
import { encodeSse } from '../../../src/wire/sse-encoder.ts';
import { script } from '../../support/exchange/upstream-case.ts';
import { offlineEvidence } from '../../support/triangle/offline-triangle.ts';

const mapped = requirements.find(({ id }) => id === 'relay/finish/mapped');

/** A turn that Messages paused, and a relay that ends it with this word for its client. */
function judged(client: DialectId, word: string, pauseTurn: Policies['pauseTurn']): string | undefined {
  const encoder = dialects['anthropic-messages'].createEncoder({ id: 'i', model: 'm', created: 0, includeUsage: true });
  const frames = [
    ...encoder.push({ kind: 'response.started' }),
    ...encoder.push({ kind: 'content.delta', at: { choice: 0, part: 0 }, text: 'so far' }),
    ...encoder.push({ kind: 'finish.reported', choice: 0, finish: 'pause', raw: 'pause_turn' }),
    ...encoder.push({ kind: 'response.completed' }),
  ];
  const evidence = offlineEvidence({
    client,
    upstream: 'anthropic-messages',
    mode: 'stream',
    request: { model: 'm', stream: true, turns: [], tools: [], includeUsage: true, choices: 1 },
    script: script(frames.map((frame) => new TextDecoder().decode(encodeSse(frame)))),
  });
  const { outcome } = evidence.client;
  const choices = outcome.choices.map((choice) => ({ ...choice, finish: { kind: 'pause' as const, raw: word } }));
  return mapped?.check({
    ...evidence,
    client: { ...evidence.client, outcome: { ...outcome, choices } },
    policies: { ...defaultPolicies, pauseTurn },
  }).result;
}

describe('a paused turn', () => {
  test.each<[DialectId, string]>([
    ['openai-chat', 'length'],
    ['openai-chat', 'tool_calls'],
    ['openai-responses', 'max_messages'],
    ['gemini-generate', 'OTHER'],
    ['anthropic-messages', 'pause_turn'],
  ])('may become for a client of %s %s, whatever the policy', (client, word) => {
    expect(judged(client, word, 'not-plain-stop')).toBe('pass');
    expect(judged(client, word, 'any')).toBe('pass');
  });

  test.each<[DialectId, string]>([
    ['openai-chat', 'stop'],
    ['anthropic-messages', 'end_turn'],
  ])('must not become for a client of %s the plain %s, unless the policy allows it', (client, word) => {
    expect(judged(client, word, 'not-plain-stop')).toBe('breach');
    expect(judged(client, word, 'any')).toBe('pass');
  });

  test('never becomes a filtered one', () => {
    expect(judged('openai-chat', 'content_filter', 'not-plain-stop')).toBe('breach');
    expect(judged('openai-chat', 'content_filter', 'any')).toBe('breach');
  });
});
