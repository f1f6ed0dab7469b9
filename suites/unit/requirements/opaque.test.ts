import { describe, expect, test } from 'vitest';
import type { Evidence } from '../../../src/core/evidence.ts';
import type { JsonValue } from '../../../src/core/json.ts';
import { recordingsFor, redOf, runTriangle } from '../../support/triangle/breakages.ts';

const client = 'openai-responses';
const recording = recordingsFor(client).find(({ dialect, name }) => dialect === client && name === 'citations');

/** The evidence of an answer with citations whose client got them changed in this way. */
function withCarried(change: (value: JsonValue) => JsonValue): Evidence {
  if (recording === undefined) {
    throw new Error('the recording with citations is gone');
  }
  const evidence = runTriangle({ client, recording, seed: '1' });
  const { outcome } = evidence.client;
  const choices = outcome.choices.map((choice) => ({
    ...choice,
    parts: choice.parts.map((part) => ({
      ...part,
      opaque: part.opaque.map((carried) => ({ ...carried, value: change(carried.value) })),
    })),
  }));
  return { ...evidence, client: { ...evidence.client, outcome: { ...outcome, choices } } };
}

function withMember(value: JsonValue, member: JsonValue): JsonValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value, extra: member } : value;
}

describe('what is carried with a text', () => {
  test('is unchanged when a relay adds members that are null', () => {
    expect(
      redOf(
        withCarried((value) => withMember(value, null)),
        'should',
      ),
    ).toEqual([]);
  });

  test('is changed when it adds any other', () => {
    expect(
      redOf(
        withCarried((value) => withMember(value, 'more')),
        'should',
      ),
    ).toEqual(['relay/opaque/attachments']);
  });
});
