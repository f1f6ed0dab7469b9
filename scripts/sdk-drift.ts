import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dialectIds } from '../src/core/dialect-ids.generated.ts';
import { UsageFault } from '../src/core/fault.ts';
import { packageRoot } from '../src/core/package-root.ts';
import { runScript } from './run-script.ts';
import { compareFacts, hasDrifted } from './sdk-drift/compare.ts';
import { comparisons } from './sdk-drift/comparisons.generated.ts';
import { collectFacts } from './sdk-drift/facts.ts';
import { readDocuments, readListed } from './sdk-drift/read-documents.ts';
import { openSdkTypes } from './sdk-drift/sdk-files.ts';
import { reasonsOf, tableOf } from './sdk-drift/table.ts';

interface Arguments {
  readonly folder: string;
  readonly reasons: boolean;
}

/**
 * `npm run sdk-drift`: compares what the official SDKs name with what the contracts name. `--contracts DIR` compares
 * other contracts than ours. `--reasons` says why each listed difference is right.
 */
function main({ folder, reasons }: Arguments): number {
  const types = openSdkTypes();
  const all = dialectIds.map((dialect) => {
    const facts = collectFacts(comparisons[dialect] ?? [], types, readDocuments(folder, dialect));
    return { dialect, compared: compareFacts(facts, readListed(folder, dialect)) };
  });
  for (const { dialect, compared } of all) {
    console.log([...tableOf(dialect, compared), ...(reasons ? [...reasonsOf(compared), ''] : [])].join('\n'));
  }
  const drifted = all.some(({ compared }) => hasDrifted(compared));
  console.log(
    drifted
      ? 'drift: add it to contract and schemas, or list it with a reason in contracts/<dialect>/sdk-drift.json'
      : 'no drift',
  );
  return drifted ? 1 : 0;
}

function readArguments(words: readonly string[]): Arguments {
  const hint = 'use --contracts DIR and --reasons, or no arguments';
  let values: { readonly contracts?: string; readonly reasons?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...words],
      options: { contracts: { type: 'string' }, reasons: { type: 'boolean' } },
    }));
  } catch (error) {
    throw new UsageFault('these arguments are unknown', error instanceof Error ? error.message : 'arguments', hint);
  }
  const folder = values.contracts === undefined ? join(packageRoot, 'contracts') : resolve(values.contracts);
  if (!existsSync(folder)) {
    throw new UsageFault('there is no such folder', folder, hint);
  }
  return { folder, reasons: values.reasons ?? false };
}

await runScript(() => {
  process.exitCode = main(readArguments(process.argv.slice(2)));
});
