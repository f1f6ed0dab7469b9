import { isArray, isObject, type JsonObject, type JsonValue } from '../core/json.ts';

/*
 * OpenAI's two dialects report the same log probabilities: Chat reports those of a chunk as `{ content, refusal }`, and
 * Responses reports those of a part as a list.
 */

/** The tokens as Responses writes them; empty if the value holds no tokens. */
export function responsesTokens(value: JsonValue): readonly JsonValue[] {
  return tokensOf(isObject(value) ? value['content'] : value).map((token) =>
    // A finished part repeats its tokens, and there each token has a list of alternatives, which may be empty.
    isArray(token['top_logprobs'] ?? null) ? token : { ...token, top_logprobs: [] },
  );
}

/**
 * The tokens as Chat writes them; undefined if the value holds none. Chat names the bytes of a token, null if unknown.
 */
export function chatLogprobs(value: JsonValue): JsonObject | undefined {
  if (isObject(value)) {
    return value;
  }
  const content = tokensOf(value).map((token) => ({
    ...token,
    bytes: token['bytes'] ?? null,
    top_logprobs: tokensOf(token['top_logprobs']).map((one) => ({ ...one, bytes: one['bytes'] ?? null })),
  }));
  return content.length === 0 ? undefined : { content, refusal: null };
}

function tokensOf(value: JsonValue | undefined): readonly JsonObject[] {
  return value !== undefined && isArray(value) ? value.filter(isObject).filter(isToken) : [];
}

function isToken({ token, logprob }: JsonObject): boolean {
  return typeof token === 'string' && typeof logprob === 'number';
}
