import type { ContractFormat } from '../../../src/contract/contract-format.ts';
import { parseContract } from '../../../src/contract/load.ts';
import { mergePatch } from '../../../src/contract/traits/merge-patch.ts';
import { type JsonValue, parseJson } from '../../../src/core/json.ts';
import { textOf } from '../anatomy/source-files.ts';

/** The book of the contract language. */
export const bookPath = 'contracts/README.md';

/** A fenced block of the book. */
export interface Fence {
  /** The heading that it stands under. */
  readonly heading: string;
  readonly language: string;
  /** The words behind the language, which say what the block is. */
  readonly tag: string;
  readonly text: string;
}

/** A row of a table of the book: its cells, as they stand there. */
export interface BookRow {
  readonly heading: string;
  readonly cells: readonly string[];
}

interface Book {
  readonly headings: readonly string[];
  readonly fences: readonly Fence[];
  readonly rows: readonly BookRow[];
}

let read: Book | undefined;

export function contractBook(): Book {
  read ??= readBook(textOf(bookPath));
  return read;
}

function readBook(text: string): Book {
  const headings: string[] = [];
  const fences: Fence[] = [];
  const rows: BookRow[] = [];
  let open: { readonly language: string; readonly tag: string; readonly lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    const heading = headings.at(-1) ?? '';
    const [, language = '', tag = ''] = /^```(\w*) ?(.*)$/.exec(line) ?? [];
    if (open !== undefined && line === '```') {
      fences.push({ heading, language: open.language, tag: open.tag, text: open.lines.join('\n') });
      open = undefined;
    } else if (open !== undefined) {
      open.lines.push(line);
    } else if (line.startsWith('```')) {
      open = { language, tag, lines: [] };
    } else if (line.startsWith('#')) {
      headings.push(line.replace(/^#+ /, ''));
    } else if (line.startsWith('| ')) {
      // A bar inside a cell is written with a backslash.
      rows.push({
        heading,
        cells: line
          .split(/(?<!\\)\|/)
          .slice(1, -1)
          .map((cell) => cell.trim().replaceAll('\\|', '|')),
      });
    }
  }
  return { headings, fences, rows };
}

/** @throws Error when the text of a fence is not JSON */
export function jsonOf({ heading, text }: Fence): JsonValue {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    throw new Error(`${bookPath}, ${heading}: ${parsed.message}`);
  }
  return parsed.value;
}

/** The steps of the worked example: a whole contract, then patches of it. */
export const pocketSteps: readonly Fence[] = contractBook().fences.filter(({ tag }) => tag === 'step');

/**
 * The contract of the made-up dialect, as it stands after a step; after the last one where none is given.
 *
 * @throws HarnessFault when it breaks the meta schema
 */
export function pocketContract(step: number = pocketSteps.length): ContractFormat {
  const value = pocketSteps
    .slice(0, step)
    .map(jsonOf)
    .reduce((before, patch) => mergePatch(before, patch));
  return parseContract(JSON.stringify(value), `${bookPath}, step ${step}`);
}
