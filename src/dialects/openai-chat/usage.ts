import type { JsonObject } from '../../core/json.ts';
import type { UsageNumbers } from '../../core/usage.ts';

/**
 * `usage`, or undefined unless input and output are both known: `prompt_tokens` and `completion_tokens` are required,
 * and a 0 would be a claim. Details hold only what is known.
 */
export function chatUsage(usage: UsageNumbers): JsonObject | undefined {
  if (usage.input === undefined || usage.output === undefined) {
    return undefined;
  }
  const promptDetails = {
    ...(usage.cacheRead === undefined ? {} : { cached_tokens: usage.cacheRead }),
    ...(usage.cacheWrite === undefined ? {} : { cache_write_tokens: usage.cacheWrite }),
  };
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.total ?? usage.input + usage.output,
    ...(Object.keys(promptDetails).length === 0 ? {} : { prompt_tokens_details: promptDetails }),
    ...(usage.reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: usage.reasoning } }),
  };
}
