import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/core/package-root.ts';
import { runCli, runCommand } from '../support/cli/run-cli.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

const program = join(packageRoot, 'suites', 'e2e', 'programs', 'faulty-relay.mjs');

function yamlConfig(): string {
  return [
    'name: faulty',
    'start:',
    `  command: [${JSON.stringify(process.execPath)}, ${JSON.stringify(program)}]`,
    '  env:',
    "    PORT: '{port}'",
    "    UPSTREAM: '{upstream}'",
    'routes:',
    '  - client: openai-chat',
    '    upstream: openai-chat',
    '    model: some-model',
    '',
  ].join('\n');
}

test('a user goes from a YAML config to the finding to the replay command', async () => {
  const folder = temporaryFolder();
  const config = join(folder, 'relay.yaml');
  writeFileSync(config, yamlConfig());

  const run = await runCli(
    ['certify', '--config', config, '--case', 'short-text', '--output', join(folder, 'report')],
    folder,
  );
  expect(run.stderr).not.toContain('relaycert:');
  expect(run.code).toBe(1);
  expect(run.stdout).toContain('relay/terminal/never-invented');
  expect(run.stdout).toMatch(/expected {2}no success: the upstream gave a quiet close without a terminal/);
  expect(run.stdout.trimEnd().split('\n').at(-1)).toMatch(
    /^refused · not faithful · \d+ of \d+ requirements fell short · /,
  );

  const block = run.stdout.slice(run.stdout.indexOf('relay/terminal/never-invented'));
  const again = /again {5}(.+)/.exec(block)?.[1] ?? '';
  expect(again).toContain('--case');
  const [shell, ...words] = ['sh', '-c', again];
  const replayed = await runCommand(shell, words, packageRoot);
  expect(replayed.code).toBe(1);
  expect(replayed.stdout).toContain('relay/terminal/never-invented');
  expect(replayed.stdout).toMatch(/refused .* 1 of 1 case/);
}, 120_000);

test('deviations accept what is known, and refuse when they are stale', async () => {
  const folder = temporaryFolder();
  const config = join(folder, 'relay.yaml');
  writeFileSync(config, yamlConfig());
  const deviations = join(folder, 'deviations.yaml');
  const entry = (requirement: string): string =>
    `- requirement: ${requirement}\n  case: '*'\n  reason: known\n  expires: '2999-01-01'\n`;
  const cut = [
    'certify',
    '--config',
    config,
    '--case',
    'short-text~cut-fin@3',
    '--deviations',
    deviations,
    '--output',
    join(folder, 'report'),
  ];

  const known = await runCli(['certify', '--config', config, '--case', 'short-text~cut-fin@3', '--json'], folder);
  const requirements = new Set(
    [...known.stdout.matchAll(/"requirement":"([^"]+)","severity":"must"/g)].map((match) => match[1] ?? ''),
  );
  expect(requirements.size).toBeGreaterThan(0);
  writeFileSync(deviations, [...requirements].map(entry).join(''));
  expect((await runCli(cut, folder)).code).toBe(0);

  writeFileSync(deviations, entry('any/usage/adds-up').replace('2999', '2001'));
  const expired = await runCli(cut, folder);
  expect(expired.code).toBe(1);
  expect(expired.stdout).toContain('expired');
}, 120_000);
