import { canonicalJson } from '../../core/json.ts';
import type { ToolCall } from '../../core/outcome.ts';
import type { Reading } from '../../core/reading.ts';
import type { Breach, StreamRequirement } from '../../core/requirement.ts';
import type { ToolFragment } from '../../dialects/tool-fragment.ts';
import {
  type ReadCall,
  type ToolReaderName,
  toolFragmentsOf,
  toolReaderNames,
  toolReaders,
} from '../../outcome/tool-readers.ts';
import { breachAtEnd, breachesOrPass, skip } from '../breach.ts';
import { issueBreaches, mustIssues } from './contract.ts';

export const requirements: readonly StreamRequirement[] = [
  {
    subject: 'stream',
    id: 'any/tools/identified',
    title: 'The first fragment of each tool call gives its id, its name and its place.',
    why: 'SDKs throw on a missing index or type and invent a missing id, which then matches no tool result',
    severity: 'must',
    harm: 'content',
    level: 'core',
    source: { text: 'C03 and C05: index, id and name of a call', doc: 'docs/faults.md#c05' },
    provenBy: [{ breakage: 'tool-id-dropped' }],
    check: (reading) =>
      breachesOrPass(issueBreaches(reading, mustIssues(reading, 'tools'), 'id, name, type and a dense index')),
  },
  {
    subject: 'stream',
    id: 'any/tools/ids-unique',
    title: 'No two tool calls of an answer have the same id.',
    why: 'the client returns results by id: two calls with the same id get one result',
    severity: 'must',
    harm: 'content',
    level: 'core',
    source: { text: 'C01 and C05: parallel calls', doc: 'docs/faults.md#c01' },
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
    why: 'clients that repair JSON run a call even when its arguments were cut or ran into those of another call',
    severity: 'must',
    harm: 'unsafe-call',
    consequenceOf: ['relay/tools/arguments'],
    level: 'core',
    source: { text: 'C01, C02, C06 and T03: arguments that run together or are cut', doc: 'docs/faults.md#c02' },
    provenBy: [{ breakage: 'tool-arguments-merged' }],
    check: (reading) => {
      const cut = new Set(['length', 'context_length', 'content_filter', 'refusal', 'error', 'malformed']);
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
  {
    subject: 'stream',
    id: 'any/tools/readers-agree',
    title: 'Every way of assembling tool calls from their deltas gives the same calls.',
    why: 'one client appends a name that is sent twice, another loses an id that is emptied later, so each runs something else',
    severity: 'must',
    harm: 'content',
    consequenceOf: ['any/tools/identified', 'relay/tools/name', 'relay/tools/arguments'],
    level: 'core',
    source: { text: 'C05: readers that assemble calls in different ways', doc: 'docs/faults.md#c05' },
    provenBy: [{ breakage: 'tool-identity-repeated' }],
    check: (reading) => {
      const fragments = toolFragmentsOf(reading);
      if (fragments.length === 0) {
        return skip('no deltas of tool calls');
      }
      return breachesOrPass(toolReaderNames.flatMap((name) => readerBreaches(reading, fragments, name)));
    },
  },
];

/** Compares what one reader makes of the deltas with what they mean by the contract. */
function readerBreaches(reading: Reading, fragments: readonly ToolFragment[], name: ToolReaderName): readonly Breach[] {
  const read = toolReaders[name](fragments);
  return reading.outcome.choices.flatMap(({ index, tools }) => {
    const calls = read.filter(({ choice }) => choice === index);
    if (calls.length !== tools.length) {
      const expected = `${tools.length} tool calls in choice ${index}`;
      return [breachAtEnd(reading, expected, `${calls.length} for a reader that works by ${name}`, 'readers_disagree')];
    }
    return tools.flatMap((tool, position) => {
      const differing = differenceOf(tool, calls[position]);
      return differing === undefined
        ? []
        : [
            breachAtEnd(
              reading,
              `one ${differing} of call ${position}, however it is read`,
              `a different ${differing} for a reader that works by ${name}`,
              'readers_disagree',
            ),
          ];
    });
  });
}

function differenceOf(tool: ToolCall, read: ReadCall | undefined): 'id' | 'name' | 'text of arguments' | undefined {
  if (tool.id !== read?.id) {
    return 'id';
  }
  if (tool.name !== read.name) {
    return 'name';
  }
  const same = tool.argumentsRaw === read.arguments || sameJson(tool.argumentsRaw, read.arguments);
  return same ? undefined : 'text of arguments';
}

/** Arguments that come as an object have no text of their own. */
function sameJson(left: string, right: string): boolean {
  const canonical = canonicalJson(left);
  return canonical !== undefined && canonical === canonicalJson(right);
}
