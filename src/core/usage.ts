/**
 * The quantities of a turn's usage, in tokens. `input` includes cache reads and writes, `output` includes reasoning.
 */
export type UsageField = 'input' | 'output' | 'total' | 'cacheRead' | 'cacheWrite' | 'reasoning';

export const usageFields: readonly UsageField[] = ['input', 'output', 'total', 'cacheRead', 'cacheWrite', 'reasoning'];

/** Numbers that were really sent. An absent key was not reported; 0 is a value. */
export type UsageNumbers = Readonly<Partial<Record<UsageField, number>>>;

/** 0 is a value. Absence is not 0. */
export type UsageState = { readonly state: 'reported'; readonly value: number } | { readonly state: 'unknown' };

export type Usage = Readonly<Record<UsageField, UsageState>>;

export function toUsage(numbers: UsageNumbers): Usage {
  const state = (field: UsageField): UsageState => {
    const value = numbers[field];
    return value === undefined ? { state: 'unknown' } : { state: 'reported', value };
  };
  return {
    input: state('input'),
    output: state('output'),
    total: state('total'),
    cacheRead: state('cacheRead'),
    cacheWrite: state('cacheWrite'),
    reasoning: state('reasoning'),
  };
}
