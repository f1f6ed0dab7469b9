import { loadContract } from '../../contract/load.ts';
import type { DialectId } from '../../core/dialect-ids.generated.ts';
import type { Attempt, Evidence } from '../../core/evidence.ts';
import { shortHash } from '../../core/hash.ts';
import { canonicalJson } from '../../core/json.ts';
import type { ToolCall } from '../../core/outcome.ts';
import type { Breach, Check, ExchangeRequirement } from '../../core/requirement.ts';
import type { Mode } from '../../core/route.ts';
import { breachAtEnd, breachesOrPass, pass, skip } from '../breach.ts';
import { compareAnswers } from '../compare-answers.ts';
import { decisiveAttempt, endOf } from '../end-of.ts';

interface Pair {
  readonly position: string;
  readonly sent: ToolCall;
  readonly seen: ToolCall;
}

/** Compares calls one by one. Only `relay/tools/count` judges a difference in their number. */
function comparePairs(evidence: Evidence, compare: (pair: Pair) => Breach | undefined): Check {
  return compareAnswers(evidence, (attempt) => {
    const pairs = toPairs(attempt, evidence);
    if (pairs === undefined || pairs.length === 0) {
      return skip('no equal number of tool calls to compare');
    }
    return breachesOrPass(pairs.flatMap((pair) => compare(pair) ?? []));
  });
}

function toPairs(attempt: Attempt, evidence: Evidence): readonly Pair[] | undefined {
  const pairs: Pair[] = [];
  for (const choice of attempt.reading.outcome.choices) {
    const seen = evidence.client.outcome.choices.find(({ index }) => index === choice.index)?.tools ?? [];
    const sent = deliverable(choice.tools, seen.length);
    if (sent === undefined) {
      return undefined;
    }
    for (const [position, call] of sent.entries()) {
      const other = seen[position];
      if (other !== undefined) {
        pairs.push({ position: `call ${position}`, sent: call, seen: other });
      }
    }
  }
  return pairs;
}

/** A call that a limit cut may be dropped or kept: both are honest as long as it cannot run. */
function deliverable(sent: readonly ToolCall[], seen: number): readonly ToolCall[] | undefined {
  if (sent.length === seen) {
    return sent;
  }
  const whole = sent.filter((call) => call.runnable);
  return whole.length === seen ? whole : undefined;
}

export const requirements: readonly ExchangeRequirement[] = [
  {
    subject: 'exchange',
    id: 'relay/tools/count',
    title: 'The client gets as many tool calls as the upstream sent.',
    why: 'a lost call is an action that never happens; an invented one is an action that nobody asked for',
    severity: 'must',
    grade: 'faithful',
    harm: 'content',
    consequenceOf: ['any/framing/well-formed', 'any/events/valid', 'any/order/grammar'],
    level: 'core',
    source: { text: 'equality of tool calls; faults C01 to C04, C09 and C10', doc: 'docs/equality.md#tool-calls' },
    provenBy: [{ breakage: 'tool-dropped' }, { breakage: 'second-dropped', stimulus: 'events-joined' }],
    check: (evidence) =>
      compareAnswers(evidence, (attempt) => {
        const breaches: Breach[] = [];
        for (const choice of attempt.reading.outcome.choices) {
          const seen = evidence.client.outcome.choices.find(({ index }) => index === choice.index)?.tools.length ?? 0;
          if (deliverable(choice.tools, seen) === undefined) {
            breaches.push(
              breachAtEnd(
                evidence.client,
                `${choice.tools.length} tool calls in choice ${choice.index}`,
                `${seen} tool calls`,
                'tool_count',
              ),
            );
          }
        }
        return breachesOrPass(breaches);
      }),
  },
  {
    subject: 'exchange',
    id: 'relay/tools/name',
    title: 'Each tool call keeps its name and its place in the order of calls.',
    why: 'otherwise the wrong tool is run',
    severity: 'must',
    grade: 'faithful',
    harm: 'content',
    consequenceOf: ['any/framing/well-formed', 'any/events/valid', 'any/order/grammar'],
    level: 'core',
    source: { text: 'equality of tool calls; fault C05', doc: 'docs/equality.md#tool-calls' },
    provenBy: [{ breakage: 'tool-renamed' }],
    check: (evidence) =>
      comparePairs(evidence, ({ position, sent, seen }) =>
        sent.name === seen.name
          ? undefined
          : breachAtEnd(evidence.client, `${position}: name "${sent.name}"`, `name "${seen.name}"`, 'tool_name'),
      ),
  },
  {
    subject: 'exchange',
    id: 'relay/tools/id',
    title:
      "Each tool call has an id. On a same-dialect route it is the upstream's own; elsewhere it is unique and not empty, if the client dialect needs one.",
    why: 'the client sends the result of the call back under this id',
    severity: 'must',
    grade: 'faithful',
    harm: 'content',
    consequenceOf: ['any/tools/identified', 'any/framing/well-formed', 'any/events/valid', 'any/order/grammar'],
    level: 'core',
    source: { text: 'equality of tool calls; fault C05', doc: 'docs/equality.md#tool-calls' },
    provenBy: [{ breakage: 'tool-id-changed' }],
    check: (evidence) => {
      const same = evidence.route.client === evidence.route.upstream;
      const optional = loadContract(evidence.route.client).contract.tools?.id === 'optional';
      return comparePairs(evidence, ({ position, sent, seen }) => {
        if (same && sent.id !== '' && sent.id !== seen.id) {
          return breachAtEnd(
            evidence.client,
            `${position}: id ${shortHash(sent.id)}, as the upstream sent it`,
            `id ${shortHash(seen.id)}`,
            'tool_id',
          );
        }
        return seen.id === '' && !optional
          ? breachAtEnd(evidence.client, `${position}: an id`, 'no id', 'tool_id')
          : undefined;
      });
    },
  },
  {
    subject: 'exchange',
    id: 'relay/tools/arguments',
    title: 'Each call has exactly the arguments that the upstream sent for it, digit for digit.',
    why: 'clients act on the arguments even when they lost digits or ran into those of another call',
    severity: 'must',
    grade: 'faithful',
    harm: 'content',
    consequenceOf: ['any/framing/well-formed', 'any/events/valid', 'any/order/grammar'],
    level: 'core',
    source: {
      text: 'equality of tool calls; faults C01, C02, C06, C07, C08 and F18',
      doc: 'docs/equality.md#tool-calls',
    },
    provenBy: [{ breakage: 'tool-arguments-altered' }, { breakage: 'line-separators-lost' }],
    check: (evidence) =>
      comparePairs(evidence, ({ position, sent, seen }) => {
        if (!sent.runnable || (sent.arguments.state === 'text' && seen.arguments.state !== 'text')) {
          // A client dialect may have no plain-text arguments. What it shows then is the relay's own invention.
          return undefined;
        }
        return equalArguments(sent.argumentsRaw, seen.argumentsRaw)
          ? undefined
          : breachAtEnd(
              evidence.client,
              `${position} (${sent.name}): ${describeArguments(sent.argumentsRaw)}`,
              describeArguments(seen.argumentsRaw),
              'tool_arguments',
            );
      }),
  },
  {
    subject: 'exchange',
    id: 'relay/tools/arguments-verbatim',
    title: "The text of the arguments is the upstream's, byte for byte.",
    why: 'caches and signatures are computed over the text',
    severity: 'should',
    grade: 'faithful',
    harm: 'other',
    consequenceOf: ['relay/tools/arguments'],
    level: 'core',
    source: { text: 'equality of tool calls; fault C08', doc: 'docs/equality.md#tool-calls' },
    provenBy: [{ breakage: 'tool-arguments-respelled' }],
    check: (evidence) => {
      const asked = decisiveAttempt(evidence)?.mode ?? evidence.mode;
      const { client, upstream } = evidence.route;
      if (holdsObjects(client, evidence.mode) || holdsObjects(upstream, asked)) {
        return skip('a dialect of the route sends arguments as an object');
      }
      return comparePairs(evidence, ({ position, sent, seen }) =>
        !sent.runnable || (sent.argumentsRaw || '{}') === (seen.argumentsRaw || '{}')
          ? undefined
          : breachAtEnd(
              evidence.client,
              `${position}: the same text`,
              'the same JSON, written differently',
              'tool_arguments_text',
            ),
      );
    },
  },
  {
    subject: 'exchange',
    id: 'relay/tools/cut-not-runnable',
    title: 'A tool call that the upstream cut is never runnable for the client.',
    why: 'otherwise a half-written command is run',
    severity: 'must',
    grade: 'faithful',
    harm: 'unsafe-call',
    level: 'core',
    source: { text: 'T03 and R04: a call that was cut', doc: 'docs/faults.md#t03' },
    provenBy: [{ breakage: 'runnable-cut-tool', stimulus: 'cut-eof' }],
    check: (evidence) => {
      const attempt = decisiveAttempt(evidence);
      const sent = attempt?.reading.outcome.choices.flatMap((choice) => choice.tools) ?? [];
      const whole = attempt !== undefined && endOf(attempt.reading) === 'success';
      const cut = sent.filter((call) => call.arguments.state === 'unparsable' || !(call.completed || whole));
      if (attempt === undefined || cut.length === 0 || endOf(attempt.reading) === 'error') {
        return skip('the upstream cut no tool call');
      }
      const most = sent.length - cut.length;
      const runnable = evidence.client.outcome.choices.flatMap((choice) =>
        choice.tools.filter((call) => call.runnable),
      ).length;
      return runnable <= most
        ? pass
        : breachesOrPass([
            breachAtEnd(
              evidence.client,
              `at most ${most} runnable tool calls`,
              `${runnable} runnable tool calls`,
              'cut_tool_runnable',
            ),
          ]);
    },
  },
];

/** Whether the arguments of a call come as an object, which has no text of its own. Messages sends text in streams only. */
function holdsObjects(dialect: DialectId, mode: Mode): boolean {
  const { tools, losses } = loadContract(dialect).contract;
  const inBodies = losses.some(({ what }) => what === 'digits of numbers in a body');
  return tools?.arguments === 'object' || (mode === 'body' && inBodies);
}

function equalArguments(sent: string, seen: string): boolean {
  const [left, right] = [canonicalJson(sent === '' ? '{}' : sent), canonicalJson(seen === '' ? '{}' : seen)];
  return left === undefined || right === undefined ? sent === seen : left === right;
}

function describeArguments(text: string): string {
  return `${text.length} characters of arguments (${shortHash(text)})`;
}
