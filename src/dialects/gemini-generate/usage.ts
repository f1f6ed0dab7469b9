import type { JsonObject } from '../../core/json.ts';
import type { UsageNumbers } from '../../core/usage.ts';
import { knownCounters } from '../reported-usage.ts';

/**
 * `usageMetadata`, or undefined if nothing is known. `candidatesTokenCount` does not include thoughts, and the total
 * does. Without an output the total is left out, because beside a total an absent count reads as 0, and that would be a
 * claim.
 */
export function geminiUsage({ input, output, total, cacheRead, reasoning }: UsageNumbers): JsonObject | undefined {
  // Some servers count reasoning outside the output. Then it is not split, because the sum must stay the output.
  const thoughts = output !== undefined && (reasoning ?? 0) > output ? undefined : reasoning;
  const sum = total ?? (input === undefined || output === undefined ? undefined : input + output);
  return knownCounters({
    promptTokenCount: input,
    candidatesTokenCount: output === undefined ? undefined : output - (thoughts ?? 0),
    totalTokenCount: output === undefined ? undefined : sum,
    cachedContentTokenCount: cacheRead,
    thoughtsTokenCount: thoughts,
  });
}
