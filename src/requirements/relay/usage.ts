import { loadContract } from '../../contract/load.ts';
import type { Evidence } from '../../core/evidence.ts';
import type { Breach, Check, ExchangeRequirement } from '../../core/requirement.ts';
import { type Usage, type UsageField, type UsageState, usageFields } from '../../core/usage.ts';
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
    check: (evidence) => compareUsage(evidence, (sent) => breachesOrPass(unequal(evidence, sent))),
  },
  {
    subject: 'exchange',
    id: 'relay/usage/details',
    title: 'Within one dialect, the client gets the details of usage that the upstream reported.',
    why: 'tokens from a cache cost a tenth: without the detail, they are booked at the full price',
    severity: 'must',
    grade: 'faithful',
    harm: 'money',
    consequenceOf: ['relay/usage/equal'],
    level: 'core',
    source: { text: 'equality of usage; fault U07', doc: 'docs/equality.md#usage' },
    provenBy: [{ breakage: 'usage-details-dropped' }],
    check: (evidence) =>
      withinOneDialect(evidence) ? compareDetails(evidence) : skip('judged by relay/usage/details-in-translation'),
  },
  {
    subject: 'exchange',
    id: 'relay/usage/details-in-translation',
    title: 'Between dialects, the client gets the details of usage for which its dialect has a counter.',
    why: 'tokens from a cache cost a tenth, and reasoning explains an output that is longer than its text',
    severity: 'should',
    grade: 'faithful',
    harm: 'money',
    consequenceOf: ['relay/usage/equal'],
    level: 'core',
    source: { text: 'equality of usage; fault U07', doc: 'docs/equality.md#usage' },
    provenBy: [{ breakage: 'usage-details-dropped' }],
    check: (evidence) =>
      withinOneDialect(evidence) ? skip('judged by relay/usage/details') : compareDetails(evidence),
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
      const [sent, seen] = [attempt.reading.outcome.usage, evidence.client.outcome.usage];
      const zeros = zeroDetails(sent, seen);
      return breachesOrPass(
        madeUp(sent, seen)
          .filter(({ field }) => !zeros.includes(field))
          .map((number) => madeUpBreach(evidence, number)),
      );
    },
  },
  {
    subject: 'exchange',
    id: 'relay/usage/zero-details',
    title:
      'A detail of usage that the upstream never reported is left out, unless the dialect of the client requires it.',
    why: 'a cache that nobody asked looks empty, and a model that thought seems not to have',
    severity: 'should',
    grade: 'faithful',
    harm: 'money',
    consequenceOf: ['relay/usage/equal'],
    level: 'core',
    source: { text: 'U02: usage that is not reported', doc: 'docs/equality.md#usage' },
    provenBy: [{ breakage: 'usage-zeroed' }],
    check: (evidence) =>
      compareUsage(evidence, (sent) => {
        const { fields } = loadContract(evidence.route.client).contract.usage;
        return breachesOrPass(
          zeroDetails(sent, evidence.client.outcome.usage)
            .filter((field) => fields[field]?.required !== true)
            .map((field) => madeUpBreach(evidence, { field, value: 0 })),
        );
      }),
  },
];

/** Counters that are part of another one. */
const details: readonly UsageField[] = ['cacheRead', 'cacheWrite', 'reasoning'];

function withinOneDialect({ route }: Evidence): boolean {
  return route.client === route.upstream;
}

function compareUsage(evidence: Evidence, compare: (sent: Usage) => Check): Check {
  return compareAnswers(evidence, (attempt) => {
    if (!evidence.request.includeUsage) {
      return skip('the client did not ask for usage');
    }
    if (!attempt.request.includeUsage) {
      return skip('the relay did not ask the upstream for usage: relay/request/usage-asked');
    }
    return compare(attempt.reading.outcome.usage);
  });
}

/** A detail of 0 says what its absence says. Another number is judged by relay/usage/equal. */
function compareDetails(evidence: Evidence): Check {
  return compareUsage(evidence, (sent) => {
    const reported = details.filter(
      (field) => numberOf(sent[field]) > 0 && !contradicted(evidence, sent).includes(field),
    );
    if (reported.length === 0) {
      return skip('the upstream reported no details');
    }
    const slots = loadContract(evidence.route.client).contract.usage.fields;
    const lost = reported.filter(
      (field) => slots[field] !== undefined && evidence.client.outcome.usage[field].state === 'unknown',
    );
    return breachesOrPass(
      lost.map((field) =>
        breachAtEnd(
          evidence.client,
          `${field} = ${numberOf(sent[field])}`,
          `${field} not reported`,
          'usage_detail_lost',
        ),
      ),
    );
  });
}

/**
 * Between dialects, the counters that cannot be said: some servers report more reasoning than output, or more tokens
 * from a cache than input, and a dialect that counts the two apart would need a number below 0.
 */
function contradicted(evidence: Evidence, sent: Usage): readonly UsageField[] {
  return withinOneDialect(evidence)
    ? []
    : details.flatMap((field) => {
        const whole = field === 'reasoning' ? 'output' : 'input';
        const { [whole]: state } = sent;
        return state.state === 'reported' && numberOf(sent[field]) > state.value ? [field, whole, 'total'] : [];
      });
}

function numberOf(state: UsageState): number {
  return state.state === 'reported' ? state.value : 0;
}

function unequal(evidence: Evidence, sent: Usage): readonly Breach[] {
  const seen = evidence.client.outcome.usage;
  const slots = loadContract(evidence.route.client).contract.usage.fields;
  const complete = sent.input.state === 'reported' && sent.output.state === 'reported';
  return usageFields.flatMap((field) => {
    const [before, after] = [sent[field], seen[field]];
    // A detail may be absent here: others judge that. So may half a usage object, where a dialect can only report all of it.
    const needed = (field === 'input' || field === 'output') && complete;
    if (contradicted(evidence, sent).includes(field)) {
      return [];
    }
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

interface MadeUpNumber {
  readonly field: UsageField;
  readonly value: number;
}

function madeUpBreach({ client }: Evidence, { field, value }: MadeUpNumber): Breach {
  const expected = `${field} unknown: the upstream never reported it`;
  return breachAtEnd(client, expected, `${field} = ${value}`, 'usage_made_up');
}

/** Details of 0 that nobody reported. What is wrong with the totals is judged apart from them. */
function zeroDetails(sent: Usage, seen: Usage): readonly UsageField[] {
  return details.filter((field) => {
    const { [field]: after } = seen;
    return sent[field].state === 'unknown' && after.state === 'reported' && after.value === 0;
  });
}

function madeUp(sent: Usage, seen: Usage): readonly MadeUpNumber[] {
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
