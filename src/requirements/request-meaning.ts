import { loadContract } from '../contract/load.ts';
import type { DialectId } from '../core/dialect-ids.generated.ts';
import { canonicalJson, isObject, parseJson } from '../core/json.ts';
import type { NeutralRequest, ToolDefinition, Turn } from '../core/scenario.ts';
import { describeText } from './visible-text.ts';

/** How the request of a relay differs from the request of its client. */
export interface RequestDifference {
  readonly expected: string;
  readonly actual: string;
}

/** Compares the declared tools by name, and what `judged` returns for each. */
export function compareTools(
  asked: NeutralRequest,
  passed: NeutralRequest,
  judged: (tool: ToolDefinition) => unknown,
): RequestDifference | undefined {
  const names = (tools: readonly ToolDefinition[]): string =>
    tools.length === 0 ? 'none' : tools.map((tool) => tool.name).join(', ');
  const missing = asked.tools.filter((tool) => !passed.tools.some((other) => other.name === tool.name));
  if (missing.length > 0) {
    return { expected: `tools ${names(asked.tools)}`, actual: `tools ${names(passed.tools)}` };
  }
  const changed = asked.tools.filter(
    (tool) => !passed.tools.some((other) => other.name === tool.name && sameJson(judged(tool), judged(other))),
  );
  return changed.length === 0
    ? undefined
    : { expected: `the declared schema of ${names(changed)}`, actual: 'another schema' };
}

/**
 * Whether a relay may leave out the tools together with the choice that forbids them: the model can call none either way, but
 * a provider may refuse the turns that called some.
 */
export function mayLeaveToolsOut({ toolChoice, turns }: NeutralRequest, upstream: DialectId): boolean {
  const used = turns.some((turn) => turn.role === 'tool' || (turn.role === 'assistant' && turn.tools.length > 0));
  const refused = loadContract(upstream).contract.tools?.undeclared === 'refused';
  return toolChoice?.mode === 'none' && !(used && refused);
}

function sameJson(left: unknown, right: unknown): boolean {
  return canonicalJson(JSON.stringify(left)) === canonicalJson(JSON.stringify(right));
}

/** The tool choice in one word. */
export function describeToolChoice(request: NeutralRequest): string {
  const choice = request.toolChoice;
  if (choice === undefined) {
    return 'none stated';
  }
  return choice.mode === 'tool' ? `tool ${choice.name}` : choice.mode;
}

/** The conversation with consecutive turns of the assistant as one: some dialects write a text and its calls apart. */
export function joinAssistantTurns(turns: readonly Turn[]): readonly Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const before = joined.at(-1);
    if (before?.role === 'assistant' && turn.role === 'assistant') {
      const text = before.text + turn.text;
      joined.splice(-1, 1, { role: 'assistant', text, tools: [...before.tools, ...turn.tools] });
    } else {
      joined.push(turn);
    }
  }
  return joined;
}

/** Index of the first turn that says something else, or that only one side has; -1 where the turns are the same. */
export function firstDifferentTurn(asked: readonly Turn[], passed: readonly Turn[]): number {
  const longer = asked.length > passed.length ? asked : passed;
  return longer.findIndex((_turn, index) => sayingOf(asked[index]) !== sayingOf(passed[index]));
}

function sayingOf(turn: Turn | undefined): string {
  return turn === undefined ? '' : describeTurn(turn);
}

/** A turn by its place, with lengths and hashes in place of what it says. */
export function outlineOfTurn(turns: readonly Turn[], at: number): string {
  const turn = turns[at];
  const place = `turn ${at + 1} of ${turns.length}`;
  if (turn === undefined) {
    return `${turns.length} turns`;
  }
  switch (turn.role) {
    case 'user':
      return `${place}: user, ${describeText(turn.text)}`;
    case 'assistant': {
      const calls = turn.tools.map((call) => `, calls ${call.name} with ${describeText(call.arguments)}`);
      return `${place}: assistant, ${describeText(turn.text)}${calls.join('')}`;
    }
    case 'tool':
      return `${place}: tool result, ${describeText(withoutWrapping(turn.result))}`;
  }
}

/**
 * All that a turn says, in a form that does not depend on its wording: calls without their ids, JSON without white
 * space.
 */
function describeTurn(turn: Turn): string {
  switch (turn.role) {
    case 'user':
      return `user ${turn.text}`;
    case 'assistant': {
      const calls = turn.tools.map((call) => `${call.name} ${canonicalJson(call.arguments || '{}') ?? call.arguments}`);
      return `assistant ${turn.text} ${calls.join(' ')}`;
    }
    case 'tool': {
      const result = withoutWrapping(turn.result);
      return `tool ${canonicalJson(result) ?? result}`;
    }
  }
}

/** Names of the member that holds a plain text in the object that Gemini requires as a result. */
const wrappings: ReadonlySet<string> = new Set(['output', 'result', 'content']);

/** The text of a result. A relay may pass on the object in which the text came, or wrap the text in one. */
function withoutWrapping(result: string): string {
  const parsed = parseJson(result);
  const members = parsed.ok && isObject(parsed.value) ? Object.entries(parsed.value) : [];
  const [name = '', value] = members[0] ?? [];
  return members.length === 1 && wrappings.has(name) && typeof value === 'string' ? value : result;
}
