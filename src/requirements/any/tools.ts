import type { StreamRequirement } from '../../core/requirement.ts';
import { breachAtEnd, breachesOrPass, skip } from '../breach.ts';
import { issueBreaches, mustIssues } from './contract.ts';

export const requirements: readonly StreamRequirement[] = [
  {
    subject: 'stream',
    id: 'any/tools/identified',
    title: 'Each tool call has its id, its name and its place from the first fragment on.',
    why: 'SDKs throw on a missing index or type and invent a missing id, which then matches no tool result',
    severity: 'must',
    level: 'core',
    source: 'contracts/<dialect>/contract.json, scope tool; catalogue C05',
    provenBy: [{ breakage: 'tool-id-dropped' }],
    check: (reading) => breachesOrPass(issueBreaches(mustIssues(reading, 'tools'), 'id, name, type and a dense index')),
  },
  {
    subject: 'stream',
    id: 'any/tools/ids-unique',
    title: 'No two tool calls of an answer have the same id.',
    why: 'the client answers by id: two calls with one id get one result',
    severity: 'must',
    level: 'core',
    source: 'catalogue C01, C05',
    provenBy: [{ breakage: 'tool-id-duplicate' }],
    check: (reading) => {
      const calls = reading.outcome.choices.flatMap((choice) => choice.tools);
      if (calls.length < 2) {
        return skip('fewer than two tool calls');
      }
      const ids = calls.map((call) => call.id).filter((id) => id !== '');
      return new Set(ids).size === ids.length
        ? breachesOrPass([])
        : breachesOrPass([
            breachAtEnd(
              reading,
              `${ids.length} different ids`,
              `${new Set(ids).size} different ids`,
              'tool_id_repeated',
            ),
          ]);
    },
  },
  {
    subject: 'stream',
    id: 'any/tools/arguments-parse',
    title: 'The arguments of every call that a client may run are JSON.',
    why: 'arguments of parallel calls that ran into each other, or that were cut, are run as they stand by clients that repair JSON',
    severity: 'must',
    level: 'core',
    source: 'catalogue C01, C02, C06, T03',
    provenBy: [{ breakage: 'tool-arguments-merged' }],
    check: (reading) => {
      const cut = new Set(['length', 'context_length', 'content_filter', 'refusal', 'error']);
      const calls = reading.outcome.choices.flatMap((choice) =>
        cut.has(choice.finish?.kind ?? 'error') ? [] : choice.tools.filter((call) => call.completed),
      );
      if (reading.outcome.phase !== 'completed' || calls.length === 0) {
        return skip('no tool call that a client may run');
      }
      const broken = calls.filter((call) => call.arguments.state === 'unparsable');
      return breachesOrPass(
        broken.map((call) =>
          breachAtEnd(
            reading,
            'arguments that parse as JSON',
            `unparsable arguments of call ${calls.indexOf(call)} (${call.argumentsRaw.length} characters)`,
            'invalid_tool_json',
          ),
        ),
      );
    },
  },
];
