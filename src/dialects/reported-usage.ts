import { type Usage, type UsageField, type UsageNumbers, usageFields } from '../core/usage.ts';

/** The numbers that were really reported; what is unknown stays absent. */
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
