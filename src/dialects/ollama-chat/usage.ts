import type { JsonObject } from '../../core/json.ts';
import type { UsageNumbers } from '../../core/usage.ts';

/** The counts of a last line: what is not known is left out. There is no total, and reasoning stays within the output. */
export function ollamaUsage({ input, output, cacheRead }: UsageNumbers): JsonObject {
  return {
    ...(input === undefined ? {} : { prompt_eval_count: input }),
    ...(cacheRead === undefined ? {} : { prompt_eval_cached_count: cacheRead }),
    ...(output === undefined ? {} : { eval_count: output }),
  };
}
