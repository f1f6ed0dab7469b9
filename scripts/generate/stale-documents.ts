import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../src/core/package-root.ts';
import { errorTable, finishReadTable, finishWriteTables, toolChoiceTable, usageTable } from './contract-tables.ts';
import { faultTable } from './fault-table.ts';
import type { StaleFile } from './stale-indexes.ts';

/** The parts of each document that are derived, by the name in the comments around them. */
const derivedParts: Readonly<Record<string, Readonly<Record<string, () => readonly string[]>>>> = {
  'docs/faults.md': { faults: faultTable },
  'docs/translation.md': {
    'finish-read': finishReadTable,
    'finish-write': finishWriteTables,
    usage: usageTable,
    errors: errorTable,
    'tool-choice': toolChoiceTable,
  },
};

/** The documents whose derived parts differ from contracts, mutations and requirements. */
export function staleDocuments(): readonly StaleFile[] {
  return Object.entries(derivedParts).flatMap(([path, parts]) => {
    const written = readFileSync(join(packageRoot, path), 'utf8');
    const text = Object.entries(parts).reduce((page, [name, lines]) => withPart(page, name, lines()), written);
    return text === written ? [] : [{ path, text }];
  });
}

/**
 * The page with these lines between `<!-- generated: name -->` and the next `<!-- /generated -->`.
 *
 * @throws Error when the page has no such place
 */
export function withPart(page: string, name: string, lines: readonly string[]): string {
  const [opening, closing] = [`<!-- generated: ${name} -->\n`, '<!-- /generated -->'];
  const start = page.indexOf(opening);
  const end = page.indexOf(closing, start);
  if (start === -1 || end === -1) {
    throw new Error(`there is no place for the part ${name}`);
  }
  return `${page.slice(0, start + opening.length)}\n${lines.join('\n')}\n\n${page.slice(end)}`;
}
