import type { Evidence } from '../../core/evidence.ts';
import type { Choice } from '../../core/outcome.ts';
import type { Breach, ExchangeRequirement } from '../../core/requirement.ts';
import { breachAtEnd, breachesOrPass, skip } from '../breach.ts';
import { compareAnswers } from '../compare-answers.ts';
import { describeText, visibleText } from '../visible-text.ts';

export const requirements: readonly ExchangeRequirement[] = [
  {
    subject: 'exchange',
    id: 'relay/text/equal',
    title: 'The text that the client reads is the text that the upstream sent, code point by code point.',
    why: 'nobody who sees only one side can notice a lost, doubled or altered delta',
    severity: 'must',
    level: 'core',
    source: { text: 'equality of text; faults F01, K01, N06, T10 and T11', doc: 'docs/equality.md#text' },
    provenBy: [{ breakage: 'text-altered' }, { breakage: 'text-doubled' }],
    check: (evidence) =>
      compareAnswers(evidence, (attempt) => {
        const sent = attempt.reading.outcome.choices;
        return breachesOrPass(
          sent.flatMap((choice) => compareText(evidence, choice, visibleText(choice), visibleText)),
        );
      }),
  },
  {
    subject: 'exchange',
    id: 'relay/reasoning/equal',
    title: 'All reasoning reaches the client, in the channel for reasoning.',
    why: 'the next turn needs it, and users read it',
    severity: 'should',
    level: 'core',
    source: { text: 'equality of reasoning; fault K01', doc: 'docs/equality.md#reasoning' },
    provenBy: [{ breakage: 'reasoning-dropped' }],
    check: (evidence) =>
      compareAnswers(evidence, (attempt) => {
        const sent = attempt.reading.outcome.choices.filter((choice) => choice.reasoning !== '');
        if (sent.length === 0) {
          return skip('no reasoning was sent');
        }
        return breachesOrPass(
          sent.flatMap((choice) => compareText(evidence, choice, choice.reasoning, (seen) => seen.reasoning)),
        );
      }),
  },
];

function compareText(
  evidence: Evidence,
  sent: Choice,
  expected: string,
  read: (choice: Choice) => string,
): readonly Breach[] {
  const seen = evidence.client.outcome.choices.find((choice) => choice.index === sent.index);
  const actual = seen === undefined ? '' : read(seen);
  if (actual === expected) {
    return [];
  }
  return [
    breachAtEnd(
      evidence.client,
      `${describeText(expected)} in choice ${sent.index}`,
      `${describeText(actual)}, differs from code point ${firstDifference(expected, actual)} on`,
      'text_differs',
    ),
  ];
}

function firstDifference(left: string, right: string): number {
  const [leftPoints, rightPoints] = [[...left], [...right]];
  const at = leftPoints.findIndex((point, index) => point !== rightPoints[index]);
  return at === -1 ? leftPoints.length : at;
}
