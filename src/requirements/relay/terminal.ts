import type { Attempt, Evidence } from '../../core/evidence.ts';
import type { Check, ExchangeRequirement } from '../../core/requirement.ts';
import { breachAtEnd, breachesOrPass, pass, skip } from '../breach.ts';
import { decisiveAttempt, describeEnd, endOf, expectationOf } from '../end-of.ts';
import { mayBeError } from '../finish-row.ts';
import { passedOn } from '../passed-on.ts';

export const requirements: readonly ExchangeRequirement[] = [
  {
    subject: 'exchange',
    id: 'relay/terminal/never-invented',
    title: 'The relay sends a success terminal only when the answer of the upstream was a success.',
    why: 'otherwise half an answer is cached, billed and acted on as a whole one',
    severity: 'must',
    grade: 'faithful',
    harm: 'false-success',
    level: 'core',
    source: { text: 'T01, T02, T04 and T12: an end that the upstream never reached', doc: 'docs/faults.md#t01' },
    provenBy: [{ breakage: 'invent-terminal', stimulus: 'cut-eof' }],
    check: (evidence) => {
      const attempt = decisiveAttempt(evidence);
      if (attempt === undefined) {
        return skip('the relay never asked the upstream');
      }
      if (expectationOf(attempt, evidence) !== 'failure' || attempt.reading.outcome.error !== undefined) {
        return skip('the upstream ended properly');
      }
      if (passedOn(evidence, attempt)) {
        return skip('the upstream itself ended as if all were well, and the relay passed its words on');
      }
      return endOf(evidence.client) === 'success'
        ? breachesOrPass([
            breachAtEnd(
              evidence.client,
              `no success: the upstream gave ${describeEnd(attempt.reading)}`,
              describeEnd(evidence.client),
              'terminal_invented',
            ),
          ])
        : pass;
    },
  },
  {
    subject: 'exchange',
    id: 'relay/terminal/never-lost',
    title: 'A whole answer from the upstream reaches the client as a whole answer.',
    why: 'otherwise the user pays for an answer and gets an error or half of it',
    severity: 'must',
    grade: 'faithful',
    harm: 'false-success',
    consequenceOf: ['any/framing/content-encoding', 'any/framing/well-formed', 'any/events/valid', 'any/order/grammar'],
    level: 'core',
    source: { text: 'T04 and T08: terminals of the dialects', doc: 'docs/faults.md#t04' },
    provenBy: [{ breakage: 'quiet-close' }],
    check: (evidence) => {
      const attempt = decisiveAttempt(evidence);
      if (attempt === undefined) {
        return skip('the relay never asked the upstream');
      }
      if (expectationOf(attempt, evidence) !== 'success') {
        return skip('the upstream gave no whole answer');
      }
      const end = endOf(evidence.client);
      if (end === 'success' || end === 'no-end') {
        return end === 'success' ? pass : skip('relay/deadline/ends judges this');
      }
      if (end === 'error' && attempt.reading.outcome.choices.some((choice) => mayBeError(evidence.route, choice))) {
        return pass;
      }
      return breachesOrPass([
        breachAtEnd(
          evidence.client,
          'the success terminal of the client dialect',
          describeEnd(evidence.client),
          'terminal_lost',
        ),
      ]);
    },
  },
  {
    subject: 'exchange',
    id: 'relay/terminal/break-visible',
    title: 'An error or a broken transfer of the upstream never becomes a quiet close.',
    why: 'several SDKs and agents take a quiet close for success, so the relay has hidden the break',
    severity: 'must',
    grade: 'faithful',
    harm: 'false-success',
    consequenceOf: ['any/framing/content-encoding', 'any/framing/well-formed', 'any/events/valid'],
    level: 'core',
    source: { text: 'outcomes of a fault case; faults T02 and T05', doc: 'docs/faults.md#outcomes' },
    provenBy: [{ breakage: 'quiet-close', stimulus: 'cut-fin' }],
    check: (evidence) => {
      const attempt = failedAttempt(evidence);
      // A terminal is no break, even where no success can be made of it.
      if (attempt === undefined || ['ambiguous', 'success'].includes(endOf(attempt.reading))) {
        return skip('the upstream did not break in a way that shows');
      }
      return quietClose(evidence, `an end that shows as much as that of the upstream: ${describeEnd(attempt.reading)}`);
    },
  },
  {
    subject: 'exchange',
    id: 'relay/terminal/no-ambiguous-close',
    title: 'Where the upstream closes quietly in mid-answer, the client gets an error or a broken transfer.',
    why: 'several SDKs and agents take a quiet close for success',
    severity: 'must',
    grade: 'protective',
    harm: 'false-success',
    consequenceOf: ['any/framing/content-encoding', 'any/framing/well-formed', 'any/events/valid'],
    level: 'core',
    source: { text: 'outcomes of a fault case; faults T01 and T02', doc: 'docs/faults.md#outcomes' },
    provenBy: [{ breakage: 'quiet-close', stimulus: 'cut-eof' }],
    check: (evidence) => {
      const attempt = failedAttempt(evidence);
      if (attempt === undefined || endOf(attempt.reading) !== 'ambiguous') {
        return skip('the upstream did not close quietly');
      }
      return quietClose(evidence, 'an error event, an HTTP error or a broken transfer');
    },
  },
  {
    subject: 'exchange',
    id: 'relay/deadline/ends',
    title: 'The relay ends its answer within the deadlines.',
    why: 'a client that waits for ever never learns that something failed',
    severity: 'must',
    grade: 'faithful',
    harm: 'other',
    level: 'core',
    source: { text: 'deadlines; fault T13', doc: 'docs/faults.md#deadlines' },
    provenBy: [{ breakage: 'never-ends' }],
    check: (evidence) => {
      const { client } = evidence;
      if (client.capture.ending !== 'aborted') {
        return pass;
      }
      if (
        evidence.attempts.some((attempt) => attempt.reading.capture.ending === 'stall') &&
        client.capture.deadline !== 'case'
      ) {
        return skip('the upstream itself stalled; relay timeouts are judged at level extended');
      }
      return breachesOrPass([
        breachAtEnd(
          client,
          'an end of the stream',
          `none within the ${client.capture.deadline ?? 'case'} deadline`,
          'deadline',
        ),
      ]);
    },
  },
];

/** The attempt that the client's answer rests on, where an honest relay cannot make a plain success of it. */
function failedAttempt(evidence: Evidence): Attempt | undefined {
  const attempt = decisiveAttempt(evidence);
  return attempt === undefined || expectationOf(attempt, evidence) === 'success' ? undefined : attempt;
}

function quietClose({ client }: Evidence, expected: string): Check {
  return endOf(client) === 'ambiguous'
    ? breachesOrPass([breachAtEnd(client, expected, describeEnd(client), 'closed_without_terminal')])
    : pass;
}
