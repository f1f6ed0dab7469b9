import { describe, expect, it } from 'vitest';
import { routeLosses } from '../../../src/contract/route-losses.ts';
import { dialectIds } from '../../../src/core/dialect-ids.generated.ts';

const lost = (client: (typeof dialectIds)[number], upstream: (typeof dialectIds)[number]): readonly string[] =>
  routeLosses({ client, upstream }).map(({ what }) => what);

describe('what a faithful relay may lose on a route', () => {
  it.each(dialectIds)('is nothing within %s', (dialect) => {
    expect(lost(dialect, dialect)).toEqual([]);
  });

  it('is what the client has no slot for and the upstream can say', () => {
    expect(lost('anthropic-messages', 'openai-chat')).toEqual(expect.arrayContaining(['refusal', 'audio', 'logprobs']));
    expect(lost('openai-chat', 'anthropic-messages')).toEqual(expect.arrayContaining(['signature', 'citation']));
  });

  it('is not what the upstream has no word for', () => {
    expect(lost('anthropic-messages', 'gemini-generate')).not.toContain('encrypted_reasoning');
    expect(lost('openai-chat', 'gemini-generate')).not.toContain('signature');
    expect(lost('openai-chat', 'anthropic-messages')).not.toContain('thought_signature');
  });
});
