import { canonicalJson } from '../../core/json.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { ExchangeRequirement } from '../../core/requirement.ts';
import { usageFields } from '../../core/usage.ts';
import { breachAtEnd, breachesOrPass, pass, skip } from '../breach.ts';

export const requirements: readonly ExchangeRequirement[] = [
  {
    subject: 'exchange',
    id: 'relay/preserving/changes-nothing',
    title: 'When the upstream sends the same answer in another form, the client still gets the same answer.',
    why: 'a network chunk is not an event, and a comment is not data: relays that mix them up fail at random',
    severity: 'must',
    grade: 'faithful',
    harm: 'content',
    consequenceOf: [
      'relay/terminal/never-lost',
      'relay/terminal/never-invented',
      'relay/finish/mapped',
      'relay/text/equal',
      'relay/reasoning/equal',
      'relay/tools/count',
      'relay/tools/name',
      'relay/tools/arguments',
      'relay/usage/equal',
      'any/framing/well-formed',
      'any/events/valid',
      'any/order/grammar',
    ],
    level: 'core',
    source: {
      text: 'the same answer in other bytes; faults F01 to F07, F10 and F15',
      doc: 'docs/equality.md#the-same-answer-in-other-bytes',
    },
    provenBy: [{ breakage: 'text-altered', stimulus: 'rechunk-random' }],
    check: (evidence) => {
      if (evidence.mutation?.effect !== 'preserving') {
        return skip('no mutation that preserves the answer was applied');
      }
      if (evidence.baseline === undefined) {
        return skip('the unchanged case was not run, or did not end');
      }
      const different = differences(evidence.baseline, evidence.client.outcome);
      return different.length === 0
        ? pass
        : breachesOrPass([
            breachAtEnd(
              evidence.client,
              `the same answer as without ${evidence.mutation.id}`,
              `different: ${different.join(', ')}`,
              'preserving_mutation_changed_outcome',
            ),
          ]);
    },
  },
];

/** The fields in which two outcomes differ, except ids that a relay makes up for each answer. */
function differences(left: Outcome, right: Outcome): readonly string[] {
  const facts = (outcome: Outcome): ReadonlyMap<string, string> =>
    new Map([
      ['phase', outcome.phase],
      // A breach of the protocol is told by its own rule, and the answer may be the same in spite of it.
      ['integrity', outcome.integrity === 'protocol_error' ? 'complete' : outcome.integrity],
      ['text', JSON.stringify(outcome.choices.map((choice) => [choice.text, choice.refusal]))],
      ['reasoning', JSON.stringify(outcome.choices.map((choice) => choice.reasoning))],
      [
        'tool calls',
        JSON.stringify(
          outcome.choices.map((choice) =>
            choice.tools.map((call) => [call.name, canonicalJson(call.argumentsRaw) ?? call.argumentsRaw]),
          ),
        ),
      ],
      ['finish reason', JSON.stringify(outcome.choices.map((choice) => choice.finish?.raw ?? null))],
      // The counters of an answer that failed are those that had come by then.
      ['usage', outcome.phase === 'failed' ? '' : JSON.stringify(usageFields.map((field) => outcome.usage[field]))],
    ]);
  const [before, after] = [facts(left), facts(right)];
  return [...before].filter(([name, value]) => after.get(name) !== value).map(([name]) => name);
}
