import type { JsonObject } from '../../core/json.ts';
import type { UsageNumbers } from '../../core/usage.ts';

/**
 * `usageMetadata`, or undefined when nothing is known. `candidatesTokenCount` does not include thoughts; the total does.
 * Without an output the total is left out: beside a total, an absent count reads as 0, and that would be a claim.
 */
export function geminiUsage(usage: UsageNumbers): JsonObject | undefined {
  const { input, output, cacheRead } = usage;
  // Some servers count reasoning outside the output; the sum must stay the output, so it is not split then.
  const thoughts = output !== undefined && (usage.reasoning ?? 0) > output ? undefined : usage.reasoning;
  const total = usage.total ?? (input === undefined || output === undefined ? undefined : input + output);
  const metadata = {
    ...(input === undefined ? {} : { promptTokenCount: input }),
    ...(output === undefined ? {} : { candidatesTokenCount: output - (thoughts ?? 0) }),
    ...(total === undefined || output === undefined ? {} : { totalTokenCount: total }),
    ...(cacheRead === undefined ? {} : { cachedContentTokenCount: cacheRead }),
    ...(thoughts === undefined ? {} : { thoughtsTokenCount: thoughts }),
  };
  return Object.keys(metadata).length === 0 ? undefined : metadata;
}
