import type { ToolCall } from '../../core/outcome.ts';
import type { Reading } from '../../core/reading.ts';
import type { Breach, StreamRequirement } from '../../core/requirement.ts';
import { breachAtEnd, breachesOrPass, skip } from '../breach.ts';

export const requirements: readonly StreamRequirement[] = [
  {
    subject: 'stream',
    id: 'any/tools/declared',
    title:
      'Each tool call is one of a tool that the request declares, and its arguments fit the parameters of that tool.',
    // A model may err, and what it says is judged nowhere: a breach shows that the call must not be run, and not that anybody lied.
    why: 'a client that runs it runs what nobody declared, or with arguments that nobody allowed',
    severity: 'may',
    harm: 'unsafe-call',
    level: 'core',
    source: { text: 'C08: the arguments of a call, and what the request declares', doc: 'docs/faults.md#c08' },
    provenBy: [],
    // A run does not know whether the relay or the model named the tool.
    provenIn: 'suites/unit/cli/check-plain-har.test.ts',
    check: (reading, facts) => {
      const calls = reading.outcome.choices.flatMap(({ tools }) => tools);
      if (facts.declared === undefined || calls.length === 0) {
        return skip('no tool call, or a request that is not at hand');
      }
      return breachesOrPass(calls.flatMap((call, index) => breachesOf(reading, call, index)));
    },
  },
];

function breachesOf(reading: Reading, { name, fit }: ToolCall, index: number): readonly Breach[] {
  switch (fit?.state) {
    case 'undeclared':
      return [
        breachAtEnd(reading, 'a tool that the request declares', `call ${index} of ${nameOf(name)}`, 'tool_undeclared'),
      ];
    case 'breaks-schema':
      return [
        breachAtEnd(
          reading,
          'arguments that fit the parameters that the request declares',
          `call ${index} of ${nameOf(name)} breaks ${fit.rule}, so it is not runnable`,
          'tool_arguments_schema',
        ),
      ];
    case 'fits':
    case undefined:
      return [];
  }
}

/** The name of a tool, if it can be one; what else a model wrote there might be anything. */
function nameOf(name: string): string {
  return /^[\w.-]{1,64}$/.test(name) ? name : `a name of ${name.length} characters`;
}
