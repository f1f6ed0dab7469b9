import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFault, UsageFault } from '../src/core/fault.ts';
import { packageRoot } from '../src/core/package-root.ts';
import { staleIndexes } from './generate/stale-indexes.ts';
import { scaffold } from './new/scaffold.ts';

/** `npm run new -- KIND ID`: the files of one extension, and the index that makes it known. */
async function main(words: readonly string[]): Promise<void> {
  const { paths, next } = scaffold(words, packageRoot, new Date());
  const stale = await staleIndexes();
  for (const { path, text } of stale) {
    writeFileSync(join(packageRoot, path), text);
  }
  for (const path of [...paths, ...stale.map((index) => index.path)]) {
    console.log(`wrote ${path}`);
  }
  for (const [index, step] of next.entries()) {
    console.log(`${index === 0 ? 'next' : 'then'}  ${step}`);
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UsageFault)) {
    throw error;
  }
  console.error(describeFault(error));
  process.exitCode = 2;
}
