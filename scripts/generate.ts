import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFault, UsageFault } from '../src/core/fault.ts';
import { packageRoot } from '../src/core/package-root.ts';
import { type StaleFile, staleIndexes } from './generate/stale-indexes.ts';

/**
 * `npm run generate` writes every `*.generated.ts` from the folders, and then the tables of `docs` from what they list.
 * `--check` writes nothing and names what is out of date.
 */
async function main(words: readonly string[]): Promise<number> {
  const unknown = words.find((word) => word !== '--check');
  if (unknown !== undefined) {
    throw new UsageFault('this argument is unknown', unknown, 'use --check, or no argument to write the indexes');
  }
  const check = words.includes('--check');
  const indexes = await staleIndexes();
  settle(indexes, check);
  if (check && indexes.length > 0) {
    return 1;
  }
  // This import loads the indexes, so they have to be right first.
  const { staleDocuments } = await import('./generate/stale-documents.ts');
  const documents = staleDocuments();
  settle(documents, check);
  return check && documents.length > 0 ? 1 : 0;
}

function settle(stale: readonly StaleFile[], check: boolean): void {
  for (const { path, text } of stale) {
    if (!check) {
      writeFileSync(join(packageRoot, path), text);
    }
    console.log(`${path} ${check ? 'is out of date: run npm run generate' : 'written'}`);
  }
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageFault)) {
    throw error;
  }
  console.error(describeFault(error));
  process.exitCode = 2;
}
