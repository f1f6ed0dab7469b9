import type { JsonObject } from '../../core/json.ts';
import type { UsageNumbers } from '../../core/usage.ts';
import { knownCounters } from '../reported-usage.ts';

/**
 * `message_start.message.usage`. Both counters are required there, so a count that is not known yet is a 0, which
 * `message_delta` replaces.
 */
export function startUsage(usage: UsageNumbers): JsonObject {
  return { input_tokens: uncachedInput(usage) ?? 0, ...cacheCounters(usage), output_tokens: usage.output ?? 0 };
}

/** `message_delta.usage`: every total that is known. `output_tokens` is required there, and null if it is unknown. */
export function finalUsage(usage: UsageNumbers): JsonObject {
  return {
    input_tokens: uncachedInput(usage),
    ...cacheCounters(usage),
    output_tokens: usage.output ?? null,
    output_tokens_details: knownCounters({ thinking_tokens: usage.reasoning }),
  };
}

/** `usage` of a non-stream body. Null says that a required counter is unknown, because a final 0 would be a claim. */
export function bodyUsage(usage: UsageNumbers): JsonObject {
  return { ...finalUsage(usage), input_tokens: uncachedInput(usage) ?? null };
}

/** Messages counts cache reads and writes beside `input_tokens`, not as part of it. */
function uncachedInput({ input, cacheRead = 0, cacheWrite = 0 }: UsageNumbers): number | undefined {
  return input === undefined ? undefined : Math.max(0, input - cacheRead - cacheWrite);
}

function cacheCounters({ cacheRead, cacheWrite }: UsageNumbers): JsonObject {
  return { cache_creation_input_tokens: cacheWrite, cache_read_input_tokens: cacheRead };
}
