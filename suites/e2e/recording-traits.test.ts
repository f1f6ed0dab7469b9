import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { joinChunks } from '../../src/core/exchange.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import type { Recording } from '../../src/recording/recording.ts';
import { writeHar } from '../../src/recording/write-har.ts';
import { runCli } from '../support/cli/run-cli.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';
import { ownRecordings } from '../support/streams/law-streams.ts';

const whole =
  ownRecordings.find(({ dialect, name }) => dialect === 'openai-chat' && name === 'short-text') ??
  expect.fail('no such recording');
const markless = new TextDecoder().decode(joinChunks(whole.script.writes)).replace('data: [DONE]\n\n', '');

/** Certifies the reference relay, which knows no trait, over an upstream that ends without `[DONE]`. */
async function certify(traits: readonly string[] | undefined) {
  const folder = temporaryFolder();
  const script = { ...whole.script, writes: [{ atMs: 0, bytes: Buffer.from(markless) }] };
  const recording: Recording = { ...whole, script, ...(traits === undefined ? {} : { traits }) };
  mkdirSync(join(folder, 'odd'));
  writeFileSync(join(folder, 'odd', 'markless.har'), writeHar(recording));
  const sources = ['--recordings', join(packageRoot, 'recordings'), '--recordings', join(folder, 'odd')];
  const plan = ['--route', 'openai-chat<openai-chat', '--case', 'markless/stream', '--output', join(folder, 'run')];
  return runCli(['certify', ...sources, ...plan], folder);
}

describe('the traits of a recording', { timeout: 120_000 }, () => {
  test('say what the upstream meant: with no-done its answer is whole, and a relay that reports an error has lost it', async () => {
    const { code, stdout } = await certify(['no-done']);
    expect(stdout).toContain('relay/terminal/never-lost');
    expect(code).toBe(1);
  });

  test('are not assumed: without them the same answer is cut, and its client should get an error', async () => {
    const { code, stdout } = await certify(undefined);
    expect(stdout).not.toContain('MUST');
    expect(code).toBe(0);
  });
});
