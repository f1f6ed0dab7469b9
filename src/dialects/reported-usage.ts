import type { JsonObject } from '../core/json.ts';
import { type Usage, type UsageField, type UsageNumbers, usageFields } from '../core/usage.ts';

/** The numbers that were really reported. What is unknown stays absent. */
export function reportedNumbers(usage: Usage): UsageNumbers {
  const numbers: Partial<Record<UsageField, number>> = {};
  for (const field of usageFields) {
    const state = usage[field];
    if (state.state === 'reported') {
      numbers[field] = state.value;
    }
  }
  return numbers;
}

/** The counters as they are, or undefined if none is known, because an empty object would claim that there are some. */
export function knownCounters(counters: JsonObject): JsonObject | undefined {
  return Object.values(counters).some((counter) => counter !== undefined) ? counters : undefined;
}
