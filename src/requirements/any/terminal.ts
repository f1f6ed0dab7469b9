import { endsWithInput } from '../../contract/issue-ids.ts';
import { loadContract } from '../../contract/load.ts';
import { parseJson } from '../../core/json.ts';
import { textAt, valueAt } from '../../core/json-path.ts';
import type { Reading } from '../../core/reading.ts';
import type { Breach, StreamRequirement } from '../../core/requirement.ts';
import { dialects } from '../../dialects/registry.generated.ts';
import { breachAtEnd, breachesOrPass, pass, skip } from '../breach.ts';
import { issueBreaches, mustIssues } from './contract.ts';

export const requirements: readonly StreamRequirement[] = [
  {
    subject: 'stream',
    id: 'any/terminal/exactly-one',
    title: 'A response that ends cleanly has exactly one terminal.',
    why: 'several SDKs read a quiet close as success, so half an answer passes for a whole one',
    severity: 'must',
    harm: 'false-success',
    consequenceOf: [
      'any/framing/content-encoding',
      'any/framing/well-formed',
      'any/events/valid',
      'any/terminal/one-finish',
      'relay/terminal/never-lost',
      'relay/terminal/no-ambiguous-close',
      'relay/terminal/break-visible',
    ],
    level: 'core',
    source: {
      text: 'T01 and T04: an end without a terminal, and what counts as a terminal',
      doc: 'docs/faults.md#t01',
    },
    provenBy: [{ breakage: 'quiet-close' }],
    check: (reading) => {
      if (reading.outcome.counters.domain.closeReason === 'error_reported') {
        return pass;
      }
      if (reading.outcome.phase === 'pending') {
        return skip('the provider says that the answer is still to come');
      }
      if (reading.capture.ending !== 'clean' && !reading.outcome.witnesses.endMarker) {
        return skip('the transfer broke, which the client can see');
      }
      if (!reading.outcome.witnesses.endMarker) {
        return breachesOrPass([
          breachAtEnd(
            reading,
            'a terminal, or a visible error',
            'a quiet close without a terminal',
            'closed_without_terminal',
          ),
        ]);
      }
      const issues = mustIssues(reading, 'terminal').filter((issue) => issue.id !== 'choice.unclosed');
      return breachesOrPass(issueBreaches(reading, issues, 'exactly one terminal, where the grammar allows it'));
    },
  },
  {
    subject: 'stream',
    id: 'any/terminal/nothing-after',
    title: 'Nothing follows the terminal.',
    why: 'clients stop reading there, or take what follows for a second answer',
    severity: 'must',
    harm: 'other',
    level: 'core',
    source: { text: 'T09: noise after the terminal', doc: 'docs/faults.md#t09' },
    provenBy: [{ breakage: 'second-terminal' }, { breakage: 'delta-after-terminal' }],
    check: (reading) =>
      breachesOrPass(
        issueBreaches(reading, mustIssues(reading, 'after-terminal'), 'the end of the stream').map((breach) => ({
          ...breach,
          cause: 'terminal_after_terminal',
        })),
      ),
  },
  {
    subject: 'stream',
    id: 'any/terminal/two-witnesses',
    title: 'A success has two witnesses: the end marker and a finish reason for every choice.',
    why: 'an end marker without a finish reason means that the relay does not know how the turn ended',
    severity: 'must',
    harm: 'false-success',
    consequenceOf: ['any/framing/well-formed', 'any/events/valid', 'relay/terminal/never-invented'],
    level: 'core',
    source: { text: 'T04: terminals of the dialects', doc: 'docs/faults.md#t04' },
    provenBy: [{ breakage: 'drop-finish' }],
    mayPassOn: ({ doneWithoutFinish }) => doneWithoutFinish === 'accept',
    check: (reading) => {
      if (reading.outcome.phase !== 'completed') {
        return skip('no success was claimed');
      }
      return reading.outcome.witnesses.finishReason
        ? pass
        : breachesOrPass([
            breachAtEnd(
              reading,
              'a finish reason for every choice before the end marker',
              'an end marker alone',
              'missing_finish_reason',
            ),
          ]);
    },
  },
  {
    subject: 'stream',
    id: 'any/terminal/one-finish',
    title: 'A choice does not give two different reasons for its end.',
    why: 'one client keeps the first reason and another the last, so one runs the tools and the other does not',
    severity: 'must',
    harm: 'other',
    level: 'core',
    source: { text: 'T10: a finish reason that is repeated, early or empty', doc: 'docs/faults.md#t10' },
    provenBy: [{ breakage: 'double-finish' }],
    check: (reading) => {
      const finishes = reading.events.filter((event) => event.kind === 'finish.reported');
      if (finishes.length === 0) {
        return skip('no finish reason was given');
      }
      return breachesOrPass(
        [...Map.groupBy(finishes, ({ choice }) => choice)].flatMap(([choice, said]): readonly Breach[] => {
          const words = [...new Set(said.map(({ raw }) => raw))];
          return words.length < 2
            ? []
            : [
                {
                  expected: `one finish reason of choice ${choice}`,
                  actual: `${words.length} different ones`,
                  frames: said.map(({ frame }) => frame),
                  cause: 'finish_reasons_differ',
                },
              ];
        }),
      );
    },
  },
  {
    subject: 'stream',
    id: 'any/terminal/finish-once',
    title: 'A choice says once why it ended.',
    why: 'clients that add up what they are sent read the reason stopstop, which is none that they know',
    severity: 'should',
    harm: 'other',
    consequenceOf: ['any/terminal/one-finish', 'any/terminal/nothing-after'],
    level: 'core',
    source: { text: 'T10: a finish reason that is repeated, early or empty', doc: 'docs/faults.md#t10' },
    provenBy: [{ breakage: 'finish-repeated' }],
    check: (reading) => {
      if (endsWithInput(loadContract(reading.dialect).contract)) {
        return skip('streams of the provider repeat it themselves, and readers go on after it');
      }
      const repeated = [...finishesByChoice(reading)].filter(([, frames]) => frames.length > 1);
      return breachesOrPass(
        repeated.map(([choice, frames]) => ({
          expected: `one finish reason of choice ${choice}`,
          actual: `${frames.length} times a finish reason`,
          frames,
          cause: 'finish_repeated',
        })),
      );
    },
  },
];

/** The frames that give a reason for the end of a choice, by the choice. */
function finishesByChoice({ dialect, events, frames }: Reading): ReadonlyMap<number, readonly number[]> {
  const first = events.find(({ kind }) => kind === 'finish.reported')?.frame ?? frames.length;
  const { read } = dialects[dialect].places;
  const said = frames.slice(first).flatMap(({ index, data, hasData }) => {
    const parsed = hasData ? parseJson(data) : undefined;
    const json = parsed?.ok === true ? parsed.value : undefined;
    return json === undefined
      ? []
      : read({ data, json })
          .finishes.filter((path) => textAt(json, path) !== '')
          .map((path) => ({ choice: Number(valueAt(json, [...path.slice(0, -1), 'index']) ?? 0), index }));
  });
  const groups = Map.groupBy(said, ({ choice }) => choice);
  return new Map([...groups].map(([choice, some]) => [choice, some.map(({ index }) => index)]));
}
