import type { StreamRequirement } from '../../core/requirement.ts';
import type { Usage, UsageField } from '../../core/usage.ts';
import { breachAtEnd, breachesOrPass, skip } from '../breach.ts';
import { issueBreaches, mustIssues } from './contract.ts';

export const requirements: readonly StreamRequirement[] = [
  {
    subject: 'stream',
    id: 'any/usage/adds-up',
    title: 'Usage adds up: total = input + output, cached within input, reasoning within output, nothing negative.',
    why: 'people are billed by it',
    severity: 'must',
    harm: 'money',
    consequenceOf: ['relay/usage/equal'],
    level: 'core',
    source: { text: 'U07: sums and details of usage', doc: 'docs/faults.md#u07' },
    provenBy: [{ breakage: 'usage-wrong-sum' }],
    check: (reading) => {
      const { usage } = reading.outcome;
      if (Object.values(usage).every((field) => field.state === 'unknown')) {
        return skip('no usage was reported');
      }
      const wrong = wrongSums(usage);
      return breachesOrPass([
        ...issueBreaches(reading, mustIssues(reading, 'usage'), 'usage in the places that the dialect has for it'),
        ...wrong.map(({ expected, actual }) => breachAtEnd(reading, expected, actual, 'usage_sum')),
      ]);
    },
  },
];

function wrongSums(usage: Usage): readonly { readonly expected: string; readonly actual: string }[] {
  const value = (field: UsageField): number | undefined => {
    const state = usage[field];
    return state.state === 'reported' ? state.value : undefined;
  };
  const [input, output, total] = [value('input'), value('output'), value('total')];
  const wrong: { expected: string; actual: string }[] = [];
  for (const [field, state] of Object.entries(usage)) {
    if (state.state === 'reported' && state.value < 0) {
      wrong.push({ expected: `${field} ≥ 0`, actual: `${field} = ${state.value}` });
    }
  }
  if (input !== undefined && output !== undefined && total !== undefined && total !== input + output) {
    wrong.push({ expected: `total = ${input} + ${output}`, actual: `total = ${total}` });
  }
  const within = (part: UsageField, whole: UsageField): void => {
    const [inner, outer] = [value(part), value(whole)];
    if (inner !== undefined && outer !== undefined && inner > outer) {
      wrong.push({ expected: `${part} ≤ ${whole} = ${outer}`, actual: `${part} = ${inner}` });
    }
  };
  within('cacheRead', 'input');
  within('cacheWrite', 'input');
  within('reasoning', 'output');
  return wrong;
}
