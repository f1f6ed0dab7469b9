import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialectIds } from '../../src/core/dialect-ids.generated.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const program = join(packageRoot, 'suites', 'e2e', 'programs', 'pass-through.mjs');

function certify(folder: string, ...more: readonly string[]): ReturnType<typeof runCli> {
  const config = join(folder, 'relay.json');
  writeFileSync(
    config,
    JSON.stringify({
      name: 'pass-through',
      start: { command: [process.execPath, program], env: { PORT: '{port}', UPSTREAM: '{upstream}' } },
      routes: dialectIds.map((dialect) => ({ client: dialect, upstream: dialect, model: 'some-model' })),
    }),
  );
  return runCli(['certify', '--config', config, '--output', join(folder, 'report'), ...more], folder);
}

// Whole answers, an answer that a captured server gave in its own way, cuts, errors, and end words that mean an error.
const cases = ['zero-argument-tool', 'short-text/', 'short-text~cut', 'short-text~error', 'short-text~finish-sweep'];
const selected = cases.flatMap((text) => ['--case', text]);

test('a proxy that passes on every byte is faithful, and not protective', { timeout: 240_000 }, async () => {
  const folder = temporaryFolder();
  const faithful = await certify(folder, '--require', 'faithful', ...selected);
  expect(faithful.stdout.trimEnd().split('\n').at(-1), faithful.stdout).toMatch(/^certified · faithful · /);
  expect(faithful.stdout).not.toMatch(/^(MUST|SHOULD)/m);
  expect(faithful.stdout).toMatch(/^\d+ faults.* · not counted for faithful$/m);
  expect(faithful.code).toBe(0);

  const protective = await certify(folder, ...selected);
  expect(protective.stdout.trimEnd().split('\n').at(-1)).toMatch(/^refused · faithful, not protective · /);
  expect(protective.stdout).toMatch(/relay\/terminal\/no-ambiguous-close/);
  expect(protective.code).toBe(1);
});
