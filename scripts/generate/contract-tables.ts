import type { ErrorRow, FinishRow, UsageQuantity } from '../../src/contract/contract-format.ts';
import { loadContract } from '../../src/contract/load.ts';
import { type DialectId, dialectIds } from '../../src/core/dialect-ids.generated.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { NeutralRequest, ToolChoice } from '../../src/core/scenario.ts';
import { usageFields } from '../../src/core/usage.ts';
import { dialects } from '../../src/dialects/registry.generated.ts';
import { codeList, markdownTable } from './markdown-table.ts';

/** The words of each dialect, by meaning. */
export function finishReadTable(): readonly string[] {
  return byDialect('meaning', Object.keys(loadContract(dialectIds[0]).contract.finish.write), (dialect, kind) =>
    codeList(
      Object.entries(loadContract(dialect).contract.finish.read)
        // Numbers come only to a request that asks for them.
        .filter(([word, meaning]) => meaning === kind && !/^\d+$/.test(word))
        .map(([word]) => word),
    ),
  );
}

/** What each dialect writes for a meaning: one table per dialect. */
export function finishWriteTables(): readonly string[] {
  return dialectIds.flatMap((dialect, position) => [
    ...(position === 0 ? [] : ['']),
    `**${dialect}**`,
    '',
    ...markdownTable(
      ['meaning', 'preferred', 'also right', 'says something else'],
      Object.entries(loadContract(dialect).contract.finish.write).map(([kind, row]) => [
        `\`${kind}\``,
        row.preferred === null ? 'an error' : `\`${row.preferred}\``,
        alsoRight(row),
        codeList(row.wrong),
      ]),
    ),
  ]);
}

function alsoRight({ preferred, acceptable, error }: FinishRow): string {
  const words = acceptable.map(({ value, if: when }) => {
    switch (when) {
      case undefined:
        return `\`${value}\``;
      case 'refusal-text':
        return `\`${value}\` beside the words of the refusal`;
      case 'no-tools':
        return `\`${value}\` without a call`;
    }
  });
  return [...words, ...(error === undefined || preferred === null ? [] : ['an error'])].join(', ');
}

/** The place where each dialect counts each quantity. */
export function usageTable(): readonly string[] {
  return byDialect('quantity', usageFields, (dialect, field) =>
    Object.entries(loadContract(dialect).contract.usage.fields)
      .filter(([name]) => name === field)
      .map(([, format]) => counters(format))
      .join(),
  );
}

function counters({ of, plus = [] }: UsageQuantity): string {
  return [of, ...plus].map((pointer) => `\`${pointer.slice(1).replaceAll('/', '.')}\``).join(' + ');
}

/** How each dialect states each error: status, type, code. */
export function errorTable(): readonly string[] {
  return byDialect('meaning', Object.keys(loadContract(dialectIds[0]).contract.errors.write), (dialect, meaning) =>
    Object.entries(loadContract(dialect).contract.errors.write)
      .filter(([name]) => name === meaning)
      .map(([, row]) => statedAs(row))
      .join(),
  );
}

function statedAs({ status, preferred, acceptable, code }: ErrorRow): string {
  return [
    `${status} \`${preferred}\``,
    ...(code === undefined ? [] : [` with code \`${code}\``]),
    ...(acceptable.length === 0 ? [] : [`, also ${codeList(acceptable)}`]),
  ].join('');
}

const toolChoices: readonly ToolChoice[] = [
  { mode: 'auto' },
  { mode: 'required' },
  { mode: 'tool', name: 'X' },
  { mode: 'none' },
];

const request: NeutralRequest = { model: '', stream: false, turns: [], tools: [], includeUsage: false, choices: 1 };

/** What each dialect adds to a request for a tool choice. */
export function toolChoiceTable(): readonly string[] {
  const modes = toolChoices.map(({ mode }) => mode);
  return byDialect('mode', modes, (dialect, mode) => {
    const { build } = dialects[dialect].request;
    return toolChoices
      .filter((choice) => choice.mode === mode)
      .map((toolChoice) => added(build(request), build({ ...request, toolChoice })))
      .join();
  });
}

function added(before: JsonObject, after: JsonObject): string {
  return Object.entries(after)
    .filter(([name]) => !Object.hasOwn(before, name))
    .map(([name, value]) => `\`"${name}": ${JSON.stringify(value)}\``)
    .join(', ');
}

/** One row per name, one column per dialect. */
function byDialect(
  title: string,
  names: readonly string[],
  cell: (dialect: DialectId, name: string) => string,
): readonly string[] {
  return markdownTable(
    [title, ...dialectIds],
    names.map((name) => [`\`${name}\``, ...dialectIds.map((dialect) => cell(dialect, name))]),
  );
}
