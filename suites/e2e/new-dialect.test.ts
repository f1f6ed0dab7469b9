import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { type CliRun, runCommand } from '../support/cli/run-cli.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

/** Everything that compiling, scaffolding and formatting needs. */
const copied = [
  ...['contracts', 'docs', 'scripts', 'src', 'suites'],
  ...['.gitignore', 'biome.json', 'package.json', 'tsconfig.json', 'vitest.config.ts'],
];

function copyOfProject(): string {
  const folder = temporaryFolder();
  for (const name of copied) {
    cpSync(join(packageRoot, name), join(folder, name), { recursive: true });
  }
  symlinkSync(join(packageRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('a new scaffolded dialect compiles, is in every index, and can be relayed', {
  timeout: 180_000,
}, async () => {
  const folder = copyOfProject();
  const node = (...args: readonly string[]): Promise<CliRun> => runCommand(process.execPath, args, folder);
  const made = await node('scripts/new.ts', 'dialect', 'acme-chat');
  expect(made, made.stderr).toMatchObject({ code: 0 });
  expect(made.stdout).toContain('wrote src/core/dialect-ids.generated.ts\n');

  expect(await node('node_modules/typescript/bin/tsc', '--noEmit')).toMatchObject({ code: 0, stdout: '' });
  // The pages of docs have a column for each dialect.
  expect(await node('scripts/generate.ts')).toMatchObject({ code: 0, stdout: 'docs/translation.md written\n' });
  expect(await node('scripts/generate.ts', '--check')).toMatchObject({ code: 0, stdout: '' });
  const routes = await node('src/cli/main.ts', 'list', 'routes');
  expect(routes.stdout.match(/^ *\S*acme-chat\S*/gm)).toHaveLength(2 * dialectIds.length + 1);
});
