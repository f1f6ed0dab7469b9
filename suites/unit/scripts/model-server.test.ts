import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/core/package-root.ts';
import { runCommand } from '../../support/cli/run-cli.ts';

const script = join(packageRoot, 'scripts', 'model-server.ts');

test.each([
  ['an unknown flag', ['--install'], /^--install: Unknown option/],
  ['a word that is no flag', ['start'], /^start: Unexpected argument/],
  ['a number that is not a port', ['--port', '70000'], /^--port: 70000 is not a port \(/],
  ['a port that is not a number', ['--port', 'x1'], /^--port: x1 is not a port \(/],
  ['a port without a number', ['--port'], /argument missing/],
] as const)('%s is one clear line, before anything is installed', async (_what, words, line) => {
  const run = await runCommand(process.execPath, [script, ...words], packageRoot);
  expect(run).toMatchObject({ code: 2, stdout: '' });
  expect(run.stderr).toMatch(line);
  expect(run.stderr.trimEnd().split('\n')).toHaveLength(1);
});
