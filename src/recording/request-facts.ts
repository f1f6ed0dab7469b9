import { isArray, type JsonObject } from '../core/json.ts';
import { answerFacts, type NeutralRequest, type RequestFacts } from '../core/scenario.ts';

/** What a contract must know of this request to judge the answer; `toolChoice` is the mode, `tool` for a named one. */
export function requestFacts(request: NeutralRequest): RequestFacts {
  const { toolChoice, maxTokens } = request;
  return {
    ...answerFacts(request),
    tools: request.tools.map(({ name }) => name),
    ...(toolChoice && { toolChoice: toolChoice.mode }),
    ...(maxTokens !== undefined && { maxTokens }),
  };
}

/** Only Chat has them at the top level of its request, and its answers depend on them. */
export function modalityFacts({ modalities }: JsonObject): { readonly modalities?: readonly string[] } {
  return modalities !== undefined && isArray(modalities)
    ? { modalities: modalities.filter((word) => typeof word === 'string') }
    : {};
}
