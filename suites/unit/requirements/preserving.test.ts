import { expect, test } from 'vitest';
import type { Integrity } from '../../../src/core/outcome.ts';
import { requirements } from '../../../src/requirements/relay/preserving.ts';
import { answerOf, bothSides, told } from '../../support/triangle/both-sides.ts';

const answer = answerOf([told.text(0, 'Yes.')]);

test.each<[Integrity, string]>([
  ['complete', 'pass'],
  // The same answer, with a breach that its own rule tells.
  ['protocol_error', 'pass'],
  ['no_end_marker', 'breach'],
  ['transport_error', 'breach'],
])('an answer whose proof was complete and is now %s', (integrity, expected) => {
  const evidence = bothSides({ client: 'openai-chat', upstream: 'openai-chat', sent: answer, seen: answer });
  const { outcome } = evidence.client;
  const results = requirements.flatMap((requirement) =>
    requirement.subject === 'exchange'
      ? [
          requirement.check({
            ...evidence,
            mutation: { id: 'rechunk-bytes', effect: 'preserving' },
            baseline: outcome,
            client: { ...evidence.client, outcome: { ...outcome, integrity } },
          }).result,
        ]
      : [],
  );
  expect(results).toEqual([expected]);
});
