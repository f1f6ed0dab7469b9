import type { JsonObject } from '../../core/json.ts';
import type { UsageNumbers } from '../../core/usage.ts';

/**
 * `usage` of a response that has ended; null unless input and output are both known: both are required, and a 0 would be
 * a claim. Details hold only what is known.
 */
export function responsesUsage(usage: UsageNumbers): JsonObject | null {
  if (usage.input === undefined || usage.output === undefined) {
    return null;
  }
  const inputDetails = {
    ...(usage.cacheWrite === undefined ? {} : { cache_write_tokens: usage.cacheWrite }),
    ...(usage.cacheRead === undefined ? {} : { cached_tokens: usage.cacheRead }),
  };
  return {
    input_tokens: usage.input,
    ...(Object.keys(inputDetails).length === 0 ? {} : { input_tokens_details: inputDetails }),
    output_tokens: usage.output,
    ...(usage.reasoning === undefined ? {} : { output_tokens_details: { reasoning_tokens: usage.reasoning } }),
    total_tokens: usage.total ?? usage.input + usage.output,
  };
}
