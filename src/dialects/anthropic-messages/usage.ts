import type { JsonObject } from '../../core/json.ts';
import type { UsageNumbers } from '../../core/usage.ts';

/**
 * `message_start.message.usage`. Both counters are required there, so what is not known yet is a 0 that
 * `message_delta` supersedes.
 */
export function startUsage(usage: UsageNumbers): JsonObject {
  return { input_tokens: uncachedInput(usage) ?? 0, ...cacheCounters(usage), output_tokens: usage.output ?? 0 };
}

/** `message_delta.usage`: every total that is known. `output_tokens` is required there and null where it is unknown. */
export function finalUsage(usage: UsageNumbers): JsonObject {
  const input = uncachedInput(usage);
  return {
    ...(input === undefined ? {} : { input_tokens: input }),
    ...cacheCounters(usage),
    output_tokens: usage.output ?? null,
    ...thinkingDetails(usage),
  };
}

/** `usage` of a non-stream body, where null says that a required counter is unknown: a final 0 would be a claim. */
export function bodyUsage(usage: UsageNumbers): JsonObject {
  return { input_tokens: null, ...finalUsage(usage) };
}

/** Messages counts cache reads and writes beside `input_tokens`, not within it. */
function uncachedInput(usage: UsageNumbers): number | undefined {
  return usage.input === undefined
    ? undefined
    : Math.max(0, usage.input - (usage.cacheRead ?? 0) - (usage.cacheWrite ?? 0));
}

function cacheCounters(usage: UsageNumbers): JsonObject {
  return {
    ...(usage.cacheWrite === undefined ? {} : { cache_creation_input_tokens: usage.cacheWrite }),
    ...(usage.cacheRead === undefined ? {} : { cache_read_input_tokens: usage.cacheRead }),
  };
}

function thinkingDetails(usage: UsageNumbers): JsonObject {
  return usage.reasoning === undefined ? {} : { output_tokens_details: { thinking_tokens: usage.reasoning } };
}
