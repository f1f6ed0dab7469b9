import type { JsonObject } from '../../core/json.ts';
import type { UsageNumbers } from '../../core/usage.ts';
import { knownCounters } from '../reported-usage.ts';

/**
 * `usage` of a response that has ended. It is null unless input and output are both known, because both are required
 * and a 0 would be a claim. Details hold only what is known.
 */
export function responsesUsage(usage: UsageNumbers): JsonObject | null {
  const { input, output, total, cacheRead, cacheWrite, reasoning } = usage;
  if (input === undefined || output === undefined) {
    return null;
  }
  return {
    input_tokens: input,
    input_tokens_details: knownCounters({ cache_write_tokens: cacheWrite, cached_tokens: cacheRead }),
    output_tokens: output,
    output_tokens_details: knownCounters({ reasoning_tokens: reasoning }),
    total_tokens: total ?? input + output,
  };
}
