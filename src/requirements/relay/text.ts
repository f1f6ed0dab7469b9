import { loadContract } from '../../contract/load.ts';
import type { Evidence } from '../../core/evidence.ts';
import type { Choice } from '../../core/outcome.ts';
import type { Reading } from '../../core/reading.ts';
import type { Breach, ExchangeRequirement } from '../../core/requirement.ts';
import { mustIssues } from '../any/contract.ts';
import { breachAtEnd, breachesOrPass, skip } from '../breach.ts';
import { compareAnswers } from '../compare-answers.ts';
import { endOf } from '../end-of.ts';
import { describeText, visibleText } from '../visible-text.ts';

/** What a choice says in words, channel by channel. */
type Words = Pick<Choice, 'text' | 'refusal' | 'reasoning'>;

export const requirements: readonly ExchangeRequirement[] = [
  {
    subject: 'exchange',
    id: 'relay/text/equal',
    title: 'The text that the client reads is the text that the upstream sent, code point by code point.',
    why: 'nobody who sees only one side can notice a lost, doubled or altered delta',
    severity: 'must',
    grade: 'faithful',
    harm: 'content',
    consequenceOf: ['any/framing/well-formed', 'any/events/valid', 'any/order/grammar'],
    level: 'core',
    source: { text: 'equality of text; faults F01, F18, K01, K04, N06, T10 and T11', doc: 'docs/equality.md#text' },
    provenBy: [
      { breakage: 'text-altered' },
      { breakage: 'text-doubled' },
      { breakage: 'text-accumulated' },
      { breakage: 'text-restarted' },
      { breakage: 'line-separators-lost' },
      { breakage: 'second-dropped', stimulus: 'events-joined' },
      { breakage: 'rest-dropped', stimulus: 'finish-repeated' },
    ],
    check: (evidence) =>
      compareAnswers(evidence, (attempt) =>
        breachesOrPass(
          attempt.reading.outcome.choices.flatMap((choice) => compareWords(evidence, choice, visibleText)),
        ),
      ),
  },
  {
    subject: 'exchange',
    id: 'relay/text/before-failure',
    title: 'Text that comes before a failure is the beginning of what one attempt sent.',
    why: 'a relay that asks again after it has begun shows its user the same words twice, or two answers as one',
    severity: 'must',
    grade: 'faithful',
    harm: 'content',
    level: 'core',
    source: { text: 'equality of text; faults K04 and S04', doc: 'docs/equality.md#text' },
    provenBy: [{ breakage: 'text-restarted', stimulus: 'cut-fin' }],
    check: (evidence) => {
      const { client, attempts } = evidence;
      const seen = client.outcome.choices.filter((choice) => visibleText(choice) !== '');
      if (endOf(client) === 'success' || seen.length === 0) {
        return skip('no text came before a failure');
      }
      if (attempts.length === 0 || attempts.some(({ reading }) => beginsWith(reading, seen))) {
        return breachesOrPass([]);
      }
      if (attempts.some(({ reading }) => mustIssues(reading, 'events').length > 0)) {
        return skip('the upstream sent events that nobody has to read alike');
      }
      const sent = attempts.map(({ reading }) => describeText(reading.outcome.choices.map(visibleText).join('')));
      return breachesOrPass([
        breachAtEnd(
          client,
          `the beginning of ${sent.join(' or ')}`,
          `${describeText(seen.map(visibleText).join(''))}, which begins none of them`,
          'text_spliced',
        ),
      ]);
    },
  },
  {
    subject: 'exchange',
    id: 'relay/refusal/in-its-place',
    title: 'The words of a refusal reach the client as a refusal, where its dialect has a place for one.',
    why: 'clients ask for a refusal before they parse an answer; as text, its words are parsed, shown or stored as one',
    severity: 'must',
    grade: 'faithful',
    harm: 'content',
    level: 'core',
    source: { text: 'equality of text; fault P03', doc: 'docs/equality.md#text' },
    provenBy: [{ breakage: 'refusal-as-text' }],
    check: (evidence) => {
      if (loadContract(evidence.route.client).contract.losses.some(({ what }) => what === 'refusal')) {
        return skip('the client dialect has no place for a refusal');
      }
      return compareAnswers(evidence, (attempt) => {
        const sent = attempt.reading.outcome.choices.filter(({ refusal }) => refusal !== '');
        if (sent.length === 0) {
          return skip('the upstream sent no refusal');
        }
        return breachesOrPass(
          sent
            // Words that are missing or changed are judged by relay/text/equal.
            .filter((choice) => visibleText(choice) === visibleText(seenOf(evidence, choice)))
            .filter((choice) => choice.refusal !== seenOf(evidence, choice).refusal)
            .map((choice) =>
              breachAtEnd(
                evidence.client,
                `a refusal of ${describeText(choice.refusal)} in choice ${choice.index}`,
                'the same words, as text of the answer',
                'refusal_as_text',
              ),
            ),
        );
      });
    },
  },
  {
    subject: 'exchange',
    id: 'relay/reasoning/equal',
    title: 'All reasoning reaches the client, in the channel for reasoning.',
    why: 'the next turn needs it, and users read it',
    severity: 'should',
    grade: 'faithful',
    harm: 'content',
    consequenceOf: ['any/framing/well-formed', 'any/events/valid', 'any/order/grammar'],
    level: 'core',
    source: { text: 'equality of reasoning; fault K01', doc: 'docs/equality.md#reasoning' },
    provenBy: [{ breakage: 'reasoning-dropped' }],
    check: (evidence) =>
      compareAnswers(evidence, (attempt) => {
        const sent = attempt.reading.outcome.choices.filter((choice) => choice.reasoning !== '');
        return sent.length === 0
          ? skip('no reasoning was sent')
          : breachesOrPass(sent.flatMap((choice) => compareWords(evidence, choice, ({ reasoning }) => reasoning)));
      }),
  },
];

/** A choice that the client did not get is empty. */
function seenOf(evidence: Evidence, sent: Choice): Words {
  const seen = evidence.client.outcome.choices.find((choice) => choice.index === sent.index);
  return seen ?? { text: '', refusal: '', reasoning: '' };
}

function compareWords(evidence: Evidence, sent: Choice, read: (words: Words) => string): readonly Breach[] {
  const [expected, actual] = [read(sent), read(seenOf(evidence, sent))];
  return actual === expected
    ? []
    : [
        breachAtEnd(
          evidence.client,
          `${describeText(expected)} in choice ${sent.index}`,
          `${describeText(actual)}, differs from code point ${firstDifference(expected, actual)} on`,
          'text_differs',
        ),
      ];
}

/** Whether all of this text is the beginning of what an attempt sent, choice by choice. */
function beginsWith({ outcome }: Reading, seen: readonly Choice[]): boolean {
  return seen.every((choice) => {
    const sent = outcome.choices.find(({ index }) => index === choice.index);
    return sent !== undefined && visibleText(sent).startsWith(visibleText(choice));
  });
}

function firstDifference(left: string, right: string): number {
  const [leftPoints, rightPoints] = [[...left], [...right]];
  const at = leftPoints.findIndex((point, index) => point !== rightPoints[index]);
  return at === -1 ? leftPoints.length : at;
}
