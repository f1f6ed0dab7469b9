import { loadContract } from '../../contract/load.ts';
import type { Evidence } from '../../core/evidence.ts';
import type { Breach, ExchangeRequirement } from '../../core/requirement.ts';
import { type Usage, type UsageField, usageFields } from '../../core/usage.ts';
import { breachAtEnd, breachesOrPass, skip } from '../breach.ts';
import { compareAnswers } from '../compare-answers.ts';
import { decisiveAttempt, endOf } from '../end-of.ts';

export const requirements: readonly ExchangeRequirement[] = [
  {
    subject: 'exchange',
    id: 'relay/usage/equal',
    title: 'The client gets the usage that the upstream reported, in the same numbers.',
    why: 'people are billed by it',
    severity: 'must',
    grade: 'faithful',
    harm: 'money',
    consequenceOf: ['any/framing/well-formed', 'any/events/valid', 'any/order/grammar'],
    level: 'core',
    source: { text: 'equality of usage; faults U01 and U03 to U08', doc: 'docs/equality.md#usage' },
    provenBy: [{ breakage: 'usage-altered' }],
    check: (evidence) =>
      compareAnswers(evidence, (attempt) => {
        if (!evidence.request.includeUsage) {
          return skip('the client did not ask for usage');
        }
        if (!attempt.request.includeUsage) {
          return skip('the relay did not ask the upstream for usage: relay/request/usage-asked');
        }
        return breachesOrPass(unequal(evidence, attempt.reading.outcome.usage));
      }),
  },
  {
    subject: 'exchange',
    id: 'relay/usage/absent-stays-unknown',
    title: 'Usage that the upstream never reported stays unknown and never becomes a number.',
    why: 'a made-up 0 is booked as a free answer, a made-up estimate as a bill',
    severity: 'must',
    grade: 'faithful',
    harm: 'money',
    level: 'core',
    source: { text: 'U02: usage that is not reported', doc: 'docs/translation.md#unknown-usage' },
    provenBy: [{ breakage: 'usage-zeroed', stimulus: 'drop-usage' }],
    check: (evidence) => {
      const attempt = decisiveAttempt(evidence);
      if (attempt === undefined) {
        return skip('the relay never asked the upstream');
      }
      if (endOf(evidence.client) === 'error') {
        return skip('the client got an error');
      }
      const made = madeUp(attempt.reading.outcome.usage, evidence.client.outcome.usage);
      return breachesOrPass(
        made.map(({ field, value }) =>
          breachAtEnd(
            evidence.client,
            `${field} unknown: the upstream never reported it`,
            `${field} = ${value}`,
            'usage_made_up',
          ),
        ),
      );
    },
  },
];

function unequal(evidence: Evidence, sent: Usage): readonly Breach[] {
  const seen = evidence.client.outcome.usage;
  const slots = loadContract(evidence.route.client).contract.usage.fields;
  const complete = sent.input.state === 'reported' && sent.output.state === 'reported';
  return usageFields.flatMap((field) => {
    const [before, after] = [sent[field], seen[field]];
    // A detail may be left out. So may half a usage object, where a dialect can only report all of it.
    const needed = (field === 'input' || field === 'output') && complete;
    if (before.state === 'unknown' || slots[field] === undefined || (after.state === 'unknown' && !needed)) {
      return [];
    }
    return after.state === 'reported' && after.value === before.value
      ? []
      : [
          breachAtEnd(
            evidence.client,
            `${field} = ${before.value}`,
            after.state === 'reported' ? `${field} = ${after.value}` : `${field} not reported`,
            'usage_differs',
          ),
        ];
  });
}

function madeUp(sent: Usage, seen: Usage): readonly { readonly field: UsageField; readonly value: number }[] {
  return usageFields.flatMap((field) => {
    const [before, after] = [sent[field], seen[field]];
    if (before.state === 'reported' || after.state === 'unknown') {
      return [];
    }
    // A total that only sums up what was reported is not made up.
    const summed = field === 'total' && sent.input.state === 'reported' && sent.output.state === 'reported';
    return summed ? [] : [{ field, value: after.value }];
  });
}
