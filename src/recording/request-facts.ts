import type { NeutralRequest, RequestFacts } from '../core/scenario.ts';

/** What a contract must know of this request to judge the answer; `toolChoice` is the mode, `tool` for a named one. */
export function requestFacts(request: NeutralRequest): RequestFacts {
  const { toolChoice, maxTokens } = request;
  return {
    n: request.choices,
    includeUsage: request.includeUsage,
    tools: request.tools.map(({ name }) => name),
    ...(toolChoice && { toolChoice: toolChoice.mode }),
    ...(maxTokens !== undefined && { maxTokens }),
  };
}
