import type { JsonObject } from '../../core/json.ts';
import type { UsageNumbers } from '../../core/usage.ts';
import { knownCounters } from '../reported-usage.ts';

/**
 * `usage`, or undefined unless input and output are both known, because `prompt_tokens` and `completion_tokens` are
 * required, and a 0 would be a claim. Details hold only what is known.
 */
export function chatUsage(usage: UsageNumbers): JsonObject | undefined {
  const { input, output, total, cacheRead, cacheWrite, reasoning } = usage;
  if (input === undefined || output === undefined) {
    return undefined;
  }
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: total ?? input + output,
    prompt_tokens_details: knownCounters({ cached_tokens: cacheRead, cache_write_tokens: cacheWrite }),
    completion_tokens_details: knownCounters({ reasoning_tokens: reasoning }),
  };
}
