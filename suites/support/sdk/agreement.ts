import { isDeepStrictEqual } from 'node:util';
import { loadContract } from '../../../src/contract/load.ts';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import { parseJson } from '../../../src/core/json.ts';
import type { Choice, Outcome, ToolCall } from '../../../src/core/outcome.ts';
import type { Mode } from '../../../src/core/route.ts';
import { argumentsMeaning, finishesFor, saidBy, sayable, sayableChoice } from '../streams/answer-substance.ts';
import type { ReportedCall, ReportedCount, SdkReport } from './readers/reader.ts';

const countNames: readonly ReportedCount[] = ['input', 'output', 'cacheRead', 'reasoning'];

interface SdkRoute {
  readonly client: DialectId;
  readonly upstream: DialectId;
  readonly mode: Mode;
}

/**
 * Where an SDK says something else of an answer than what the upstream sent, as far as the client's dialect can say
 * it; none where they agree. Both are about the first choice.
 */
export function disagreements(route: SdkRoute, sent: Outcome, report: SdkReport): readonly string[] {
  const [first] = sent.choices;
  const choice = first && withoutCutCalls(route, sayableChoice(route.client, first));
  const said = choice === undefined ? undefined : sayable(route.client, saidBy(choice));
  const same = route.client === route.upstream;
  const texts = (['text', 'reasoning', 'refusal'] as const).filter(
    (name) => report[name] !== undefined && report[name] !== (said?.[name] ?? ''),
  );
  const { fields } = loadContract(route.client).contract.usage;
  const counted = countNames.filter((name) => fields[name] !== undefined);
  const counts = counted.filter((name) => report.usage[name] !== reported(sent, name));
  return [
    ...texts.map((name) => `${name}: ${show(said?.[name])} was read as ${show(report[name])}`),
    ...callDisagreements(choice?.tools ?? [], report.tools, same),
    ...(choice === undefined || finishAgrees(route, choice, report.finish)
      ? []
      : [`finish: ${choice.finish?.raw} was read as ${report.finish}`]),
    ...(report.kept === false && said !== undefined && (said.text !== '' || said.tools.length > 0)
      ? ['the turn was dropped from the conversation']
      : []),
    ...counts.map((name) => `usage ${name}: ${reported(sent, name)} was read as ${report.usage[name]}`),
  ];
}

/** A body of Messages has no form for arguments that are half an object: the policy `truncatedToolCall` drops such a call. */
function withoutCutCalls({ client, mode }: SdkRoute, choice: Choice): Choice {
  return client === 'anthropic-messages' && mode === 'body'
    ? { ...choice, tools: choice.tools.filter((call) => call.arguments.state === 'parsed') }
    : choice;
}

function callDisagreements(sent: readonly ToolCall[], read: readonly ReportedCall[], same: boolean): readonly string[] {
  if (sent.length !== read.length) {
    return [`tools: ${sent.length} were read as ${read.length}`];
  }
  const ids = read.map(({ id }) => id);
  const unlike = sent.flatMap((call, index) => {
    const found = read[index];
    return found !== undefined &&
      found.name === call.name &&
      argumentsAgree(call, found) &&
      (!same || found.id === call.id)
      ? []
      : [`tool ${index}: ${show(call)} was read as ${show(found)}`];
  });
  const named = ids.filter((id) => id !== '');
  return new Set(named).size === named.length ? unlike : [...unlike, `tools share an id: ${ids.join(', ')}`];
}

/** Whether an SDK has the arguments of a call as they were sent. */
export function argumentsAgree(call: ToolCall, { arguments: found }: ReportedCall): boolean {
  if ('text' in found) {
    return argumentsMeaning(found.text) === argumentsMeaning(call.argumentsRaw);
  }
  // An SDK that parses mends what a limit has cut, and reads numbers as doubles.
  const parsed = parseJson(call.argumentsRaw === '' ? '{}' : call.argumentsRaw);
  return !parsed.ok || isDeepStrictEqual(parsed.value, found.value);
}

function finishAgrees({ client, upstream }: SdkRoute, choice: Choice, read: SdkReport['finish']): boolean {
  if (choice.finish === undefined || client === upstream) {
    return (read ?? undefined) === choice.finish?.raw;
  }
  const kind = choice.finish.kind === 'stop' && choice.tools.length > 0 ? 'tool_calls' : choice.finish.kind;
  const found = loadContract(client).contract.finish.read[read ?? ''];
  return found !== undefined && finishesFor(client, kind, choice.refusal !== '').includes(found);
}

function reported({ usage }: Outcome, name: ReportedCount): number | undefined {
  const count = usage[name];
  return count.state === 'reported' ? count.value : undefined;
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
