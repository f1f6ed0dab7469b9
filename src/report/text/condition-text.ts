import type { Condition } from '../../diagnosis/fault.ts';
import { someOf } from './words.ts';

/** When a fault shows: `answers such as short-text, one-tool`. */
export function describeCondition(condition: Condition): string {
  switch (condition.when) {
    case 'always':
      return 'every unchanged answer';
    case 'answers':
      return `answers such as ${someOf(condition.recordings)}`;
    case 'stimulus':
      return `when the upstream does this: ${someOf(condition.mutations)}`;
  }
}
