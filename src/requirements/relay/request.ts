import { loadContract } from '../../contract/load.ts';
import type { Evidence } from '../../core/evidence.ts';
import type { Check, ExchangeRequirement } from '../../core/requirement.ts';
import type { Route } from '../../core/route.ts';
import type { NeutralRequest, ToolDefinition, Turn } from '../../core/scenario.ts';
import { breachesOrPass, pass, skip } from '../breach.ts';
import {
  compareTools,
  describeToolChoice,
  firstDifferentTurn,
  joinAssistantTurns,
  mayLeaveToolsOut,
  outlineOfTurn,
  type RequestDifference,
} from '../request-meaning.ts';
import { outlineOfTool } from '../schema-outline.ts';

/** Compares what the client asked with what the relay asked the upstream, on its first attempt. */
function compareRequest(
  evidence: Evidence,
  has: (request: NeutralRequest) => boolean,
  compare: (asked: NeutralRequest, passed: NeutralRequest) => RequestDifference | undefined,
): Check {
  const passed = evidence.attempts[0]?.request;
  if (passed === undefined) {
    return skip('the relay never asked the upstream');
  }
  if (!has(evidence.request)) {
    return skip('the request has nothing of this kind');
  }
  const difference = compare(evidence.request, passed);
  return difference === undefined ? pass : breachesOrPass([{ ...difference, frames: [], cause: 'request_changed' }]);
}

function compareDeclaredTools(evidence: Evidence, judged: (tool: ToolDefinition) => unknown): Check {
  return compareRequest(
    evidence,
    (request) => request.tools.length > 0,
    (asked, passed) =>
      passed.tools.length === 0 && mayLeaveToolsOut(asked, evidence.route.upstream)
        ? undefined
        : compareTools(asked, passed, judged),
  );
}

const shared = { subject: 'exchange', severity: 'must', grade: 'faithful', harm: 'content', level: 'core' } as const;

export const requirements: readonly ExchangeRequirement[] = [
  {
    ...shared,
    id: 'relay/request/reaches-upstream',
    title: 'The relay asks the upstream.',
    why: 'an answer that no provider gave is an invention of the relay',
    source: { text: 'what of a request has to reach the upstream; fault S05', doc: 'docs/equality.md#the-request' },
    provenBy: [{ breakage: 'request-swallowed' }],
    check: (evidence) =>
      evidence.attempts.length > 0
        ? pass
        : breachesOrPass([
            {
              expected: 'a request to the upstream',
              actual: `none; the client got status ${evidence.client.capture.head?.status ?? 'none'}`,
              frames: [],
              cause: 'request_lost',
            },
          ]),
  },
  {
    ...shared,
    id: 'relay/request/tools',
    title: 'Every declared tool reaches the upstream with its name, its properties and the list of required ones.',
    why: 'a model that does not see the tool cannot call it',
    source: { text: 'what of a request has to reach the upstream', doc: 'docs/equality.md#the-request' },
    provenBy: [{ breakage: 'request-tools-dropped' }],
    check: (evidence) => compareDeclaredTools(evidence, ({ parameters }) => outlineOfTool(parameters)),
  },
  {
    ...shared,
    severity: 'should',
    id: 'relay/request/tool-schema',
    title: 'The whole schema of each declared tool reaches the upstream.',
    why: 'a dropped additionalProperties or $defs lets the model send what the tool refuses',
    source: { text: 'what of a request has to reach the upstream', doc: 'docs/equality.md#the-request' },
    provenBy: [{ breakage: 'request-schema-loosened' }],
    check: (evidence) => compareDeclaredTools(evidence, ({ parameters }) => parameters),
  },
  {
    ...shared,
    id: 'relay/request/tool-choice',
    title: 'The tool choice reaches the upstream with its meaning.',
    why: 'when required becomes auto, the model talks instead of acting',
    source: { text: 'translation of the tool choice', doc: 'docs/translation.md#tool-choice' },
    provenBy: [{ breakage: 'request-tool-choice-dropped' }],
    check: (evidence) =>
      lacksToolChoice(evidence.route)
        ? skip('a dialect of the route has no tool choice')
        : compareRequest(
            evidence,
            (request) => request.toolChoice !== undefined && request.tools.length > 0,
            (asked, passed) => {
              const [before, after] = [describeToolChoice(asked), describeToolChoice(passed)];
              // Without tools there is nothing to choose; whether they may be missing is judged by relay/request/tools.
              if (passed.tools.length === 0) {
                return undefined;
              }
              // Auto is the default of every provider.
              return before === after || (before === 'auto' && after === 'none stated')
                ? undefined
                : { expected: before, actual: after };
            },
          ),
  },
  {
    ...shared,
    id: 'relay/request/limit',
    title: 'The token limit reaches the upstream unchanged.',
    why: 'otherwise answers are cut, or cost more than was allowed',
    source: { text: 'what of a request has to reach the upstream', doc: 'docs/equality.md#the-request' },
    provenBy: [{ breakage: 'request-limit-dropped' }],
    check: (evidence) =>
      compareRequest(
        evidence,
        (request) => request.maxTokens !== undefined,
        (asked, passed) =>
          asked.maxTokens === passed.maxTokens
            ? undefined
            : {
                expected: `${asked.maxTokens} tokens`,
                actual: passed.maxTokens === undefined ? 'no limit' : `${passed.maxTokens} tokens`,
              },
      ),
  },
  {
    ...shared,
    id: 'relay/request/system',
    title: 'The system text reaches the upstream.',
    why: 'without it the model answers as a different assistant',
    source: { text: 'what of a request has to reach the upstream', doc: 'docs/equality.md#the-request' },
    provenBy: [{ breakage: 'request-system-dropped' }],
    check: (evidence) =>
      compareRequest(
        evidence,
        (request) => (request.system ?? '') !== '',
        (asked, passed) =>
          (passed.system ?? '').includes(asked.system ?? '')
            ? undefined
            : {
                expected: `a system text of ${asked.system?.length} characters`,
                actual: `one of ${passed.system?.length ?? 0}`,
              },
      ),
  },
  {
    ...shared,
    id: 'relay/request/turns',
    title: 'Earlier turns reach the upstream, in order, with their tool calls and results.',
    why: 'without them the model answers a conversation that never took place',
    source: { text: 'G01: a conversation of two turns', doc: 'docs/faults.md#g01' },
    provenBy: [{ breakage: 'request-turns-dropped' }],
    check: (evidence) =>
      compareRequest(
        evidence,
        (request) => request.turns.length > 0,
        (asked, passed) => compareTurns(joinAssistantTurns(asked.turns), joinAssistantTurns(passed.turns)),
      ),
  },
  {
    ...shared,
    severity: 'should',
    id: 'relay/request/turn-borders',
    title: 'A turn of the assistant reaches the upstream as one turn, its text with its calls.',
    why: 'models are trained on turns that alternate, and some providers refuse two of one role in a row',
    source: { text: 'G01: a conversation of two turns', doc: 'docs/equality.md#the-request' },
    provenBy: [{ breakage: 'request-turns-split' }],
    check: (evidence) =>
      compareRequest(
        evidence,
        (request) => request.turns.some(({ role }) => role === 'assistant'),
        (asked, passed) =>
          compareTurns(joinAssistantTurns(asked.turns), joinAssistantTurns(passed.turns)) === undefined
            ? compareTurns(asked.turns, passed.turns)
            : undefined,
      ),
  },
  {
    ...shared,
    id: 'relay/request/usage-asked',
    title: 'Where the client asks for usage, the relay asks the upstream for it.',
    why: 'unless asked, the upstream reports no usage, which is then booked as 0',
    source: {
      text: 'npm openai 7.59.0, ChatCompletionStreamOptions.include_usage; fault U05',
      url: 'https://github.com/openai/openai-node/blob/v7.59.0/src/resources/chat/completions/completions.ts',
    },
    provenBy: [{ breakage: 'request-usage-dropped' }],
    check: (evidence) =>
      evidence.mode === 'body'
        ? skip('a body always has usage')
        : compareRequest(
            evidence,
            (request) => request.includeUsage,
            (_asked, passed) =>
              passed.includeUsage ? undefined : { expected: 'usage asked for', actual: 'not asked for' },
          ),
  },
];

function compareTurns(asked: readonly Turn[], passed: readonly Turn[]): RequestDifference | undefined {
  const at = firstDifferentTurn(asked, passed);
  return at === -1 ? undefined : { expected: outlineOfTurn(asked, at), actual: outlineOfTurn(passed, at) };
}

function lacksToolChoice({ client, upstream }: Route): boolean {
  return [client, upstream].some((dialect) => loadContract(dialect).contract.tools?.choice === 'absent');
}
