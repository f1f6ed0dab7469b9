import { describe, expect, it } from 'vitest';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { WireScript } from '../../../src/core/exchange.ts';
import { answerOf, streamOf, told } from '../../support/triangle/both-sides.ts';
import { redOf } from '../../support/triangle/breakages.ts';
import { offlineEvidence } from '../../support/triangle/offline-triangle.ts';

const text = answerOf([told.text(0, 'Good ', 'morning.')]);
const thought = answerOf([told.reasoning(0, 'Let me', ' think'), told.text(1, 'Good morning.')]);
const call = answerOf([told.call(0, 'call_1', '{"city":', '"Oslo"}')], 'tool_calls');

/** The requirements that a relay breaks which never sends this event, and numbers those that it sends. */
function redWithout(type: string, client: DialectId, steps: typeof text): readonly string[] {
  const evidence = offlineEvidence({
    client,
    upstream: client,
    mode: 'stream',
    request: { model: 'm', stream: true, turns: [], tools: [], includeUsage: true, choices: 1 },
    script: streamOf(client, steps),
    breakClient: (script) => without(script, type),
  });
  return [...redOf(evidence, 'must'), ...redOf(evidence, 'should')];
}

function without(script: WireScript, type: string): WireScript {
  const blocks = script.writes.map(({ bytes }) => new TextDecoder().decode(bytes));
  const left = blocks.filter((block) => !block.includes(`event: ${type}\n`));
  const numbered = left.map((block, number) => block.replace(/"sequence_number":\d+/, `"sequence_number":${number}`));
  return { ...script, writes: numbered.map((block) => ({ atMs: 0, bytes: new TextEncoder().encode(block) })) };
}

describe('a relay that leaves out an opening, and nothing of the answer, breaks the order alone', () => {
  it.each([
    ['anthropic-messages', 'content_block_start', text],
    ['openai-responses', 'response.created', text],
    ['openai-responses', 'response.output_item.added', text],
    ['openai-responses', 'response.content_part.added', text],
    ['openai-responses', 'response.output_item.added', thought],
    ['openai-responses', 'response.reasoning_summary_part.added', thought],
  ] as const)('%s: %s', (client, type, steps) => {
    expect(redWithout(type, client, steps)).toEqual(['any/order/grammar']);
  });

  it('unless some clients look for what it says nowhere else', () => {
    expect(redWithout('response.output_item.added', 'openai-responses', call)).toEqual([
      'any/order/grammar',
      'any/tools/readers-agree',
    ]);
  });

  it('unless no other event says it', () => {
    expect(redWithout('content_block_start', 'anthropic-messages', call)).toEqual([
      'any/order/grammar',
      'relay/tools/id',
      'relay/tools/name',
    ]);
  });
});
