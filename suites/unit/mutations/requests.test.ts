import { describe, expect, it } from 'vitest';
import type { NeutralRequest } from '../../../src/core/scenario.ts';
import { type MutationId, mutationsById } from '../../../src/mutations/registry.generated.ts';

const request: NeutralRequest = {
  model: 'sample',
  stream: true,
  system: 'Be brief.',
  turns: [
    { role: 'user', text: 'Hello.' },
    { role: 'assistant', text: 'Hi.', tools: [] },
    { role: 'user', text: 'What is the weather?' },
  ],
  tools: [{ name: 'get_weather', parameters: { type: 'object' } }],
  toolChoice: { mode: 'required' },
  maxTokens: 64,
  includeUsage: true,
  choices: 1,
};

function changed(id: MutationId): NeutralRequest | undefined {
  const mutation = mutationsById[id];
  return mutation.target === 'request' ? mutation.apply(request) : expect.fail(`${id} changes no request`);
}

describe('what a relay can leave out of a request', () => {
  it('drops the tools, and the choice among them', () => {
    const { toolChoice: _, ...others } = request;
    expect(changed('request-tools-dropped')).toEqual({ ...others, tools: [] });
  });

  it('drops the tool choice alone', () => {
    const { toolChoice: _, ...others } = request;
    expect(changed('request-tool-choice-dropped')).toEqual(others);
  });

  it('drops the token limit', () => {
    const { maxTokens: _, ...others } = request;
    expect(changed('request-limit-dropped')).toEqual(others);
  });

  it('drops the system text', () => {
    const { system: _, ...others } = request;
    expect(changed('request-system-dropped')).toEqual(others);
  });

  it('drops every turn but the last', () => {
    expect(changed('request-turns-dropped')).toEqual({
      ...request,
      turns: [{ role: 'user', text: 'What is the weather?' }],
    });
  });

  it('does not ask for usage', () => {
    expect(changed('request-usage-dropped')).toEqual({ ...request, includeUsage: false });
  });

  it('asks nobody', () => {
    expect(changed('request-swallowed')).toBeUndefined();
  });
});
