import { loadContract } from '../../../src/contract/load.ts';
import type { DialectId } from '../../../src/core/dialect-ids.generated.ts';
import type { FinishKind } from '../../../src/core/domain-event.ts';
import { canonicalJson, type JsonValue } from '../../../src/core/json.ts';
import type { Choice, Outcome, Part } from '../../../src/core/outcome.ts';

/** Whether the dialect declares that it cannot say this. */
export function loses(dialect: DialectId, what: string): boolean {
  return loadContract(dialect).contract.losses.some((loss) => loss.what === what);
}

/** Arguments as JSON with every digit; `""` is no arguments, and what a limit cut stays as it is. */
export function argumentsMeaning(raw: string): string {
  return canonicalJson(raw === '' ? '{}' : raw) ?? `cut: ${raw}`;
}

export interface SaidCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** What one choice says, without how it was framed, grouped or ordered between its channels. */
export interface Said {
  readonly text: string;
  readonly reasoning: string;
  readonly refusal: string;
  readonly tools: readonly SaidCall[];
  readonly serverTools: readonly SaidCall[];
  readonly signatures: readonly JsonValue[];
}

export function saidBy(choice: Choice): Said {
  const calls = (kind: Part['kind']): readonly SaidCall[] =>
    choice.parts.flatMap((part) =>
      part.kind === kind && part.tool !== undefined
        ? [{ id: part.tool.id, name: part.tool.name, arguments: argumentsMeaning(part.tool.argumentsRaw) }]
        : [],
    );
  return {
    text: choice.text,
    reasoning: choice.reasoning,
    refusal: choice.refusal,
    tools: calls('tool'),
    serverTools: calls('server_tool'),
    signatures: choice.parts.flatMap(({ opaque }) =>
      opaque.filter(({ name }) => name === 'signature').map(({ value }) => value),
    ),
  };
}

/** The same, as far as the dialect has a slot for it. */
export function sayable(dialect: DialectId, said: Said): Said {
  const asText = loses(dialect, 'refusal');
  return {
    ...said,
    text: asText ? said.text + said.refusal : said.text,
    reasoning: loses(dialect, 'reasoning') ? '' : said.reasoning,
    refusal: asText ? '' : said.refusal,
    serverTools: loses(dialect, 'server_tool') ? [] : said.serverTools,
    signatures: loses(dialect, 'signature') ? [] : said.signatures,
  };
}

/** The choice as far as the dialect has a form for its calls: some write a call whole or not at all. */
export function sayableChoice(dialect: DialectId, choice: Choice): Choice {
  if (!loses(dialect, 'cut tool calls')) {
    return choice;
  }
  const parts = choice.parts.filter(({ tool }) => tool === undefined || tool.arguments.state === 'parsed');
  return { ...choice, parts, tools: choice.tools.filter(({ arguments: read }) => read.state === 'parsed') };
}

/**
 * The kinds that may be read back for a finish: itself where the dialect has a word for it, else what stands for it. None
 * where only an error says it.
 */
export function finishesFor(dialect: DialectId, finish: FinishKind, refusalText: boolean): readonly FinishKind[] {
  const { read, write } = loadContract(dialect).contract.finish;
  const kind = refusalText && loses(dialect, 'refusal') ? 'refusal' : finish;
  const { preferred, acceptable } = write[kind];
  if (read[preferred ?? ''] === kind) {
    return [kind];
  }
  const values = acceptable.filter((value) => value.if !== 'refusal-text' || refusalText).map(({ value }) => value);
  const found = [preferred, ...values].flatMap((value) => read[value ?? ''] ?? []);
  // Beside a word for an ordinary end, the calls themselves may say it.
  return kind === 'tool_calls' && found.length > 0 ? [...found, kind] : found;
}

/** A finish that the client's dialect can only say with an error, or with a plain stop after the words of a refusal. */
export function isErrorFor(client: DialectId, { choices }: Outcome): boolean {
  const { write } = loadContract(client).contract.finish;
  return choices.some(({ finish, refusal }) => {
    const words = finish && write[finish.kind];
    const besideText = refusal !== '' && words?.acceptable.some((value) => value.if === 'refusal-text') === true;
    return words?.preferred === null && !besideText;
  });
}
