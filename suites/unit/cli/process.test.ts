import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../../src/core/package-root.ts';
import { preset as reference } from '../../../src/relays/reference.ts';
import { readReport } from '../../../src/report/read-report.ts';
import { runCli, runCommand } from '../../support/cli/run-cli.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const main = join(packageRoot, 'src', 'cli', 'main.ts');

describe.concurrent('the program as a process', { timeout: 180_000 }, () => {
  test('certifies the reference relay, and leaves report, JUnit and evidence', async ({
    expect: check,
    onTestFinished,
  }) => {
    const folder = temporaryFolder(onTestFinished);
    const words = [
      'certify',
      '--case',
      'one-tool~error-event@overloaded_error',
      '--route',
      'openai-chat<anthropic',
      '--evidence',
      'evidence',
    ];
    const run = await runCli(words, folder);
    check(run.stderr).not.toContain('relaycert:');
    check(run.code).toBe(0);
    check(run.stdout).toMatch(/^relaycert \d+\.\d+\.\d+ · reference · core · 1 route · seed 1\n\n {2}route/);
    check(run.stdout.trimEnd().split('\n').at(-1)).toMatch(
      /^certified · .* · no certificate without the full plan · \.relaycert\/reference\/\{report\.jsonl,junit\.xml\}$/,
    );
    const { outcome } = readReport(join(folder, '.relaycert/reference/report.jsonl'));
    check(outcome.results.length).toBeGreaterThan(5);
    check(outcome.header.again).toBe(`node ${main} certify`);
    const cases = readdirSync(join(folder, 'evidence')).sort();
    check(cases).toEqual(outcome.results.map((result) => result.case).sort());
    const kept = join(folder, 'evidence', cases[0] ?? '');
    check(readdirSync(kept).sort()).toEqual([
      'case.json',
      'client.bin',
      'client.json',
      'client.request.json',
      'upstream-0.bin',
      'upstream-0.json',
      'upstream-0.request.json',
    ]);
    check(readFileSync(join(kept, 'upstream-0.bin'), 'utf8')).toContain('event: error');
  });

  test('writes nothing but the lines of the report with --json', async ({ expect: check, onTestFinished }) => {
    const folder = temporaryFolder(onTestFinished);
    const run = await runCli(['certify', '--case', 'short-text/', '--json'], folder);
    check(run).toMatchObject({ code: 0, stderr: '' });
    check(run.stdout).toBe(readFileSync(join(folder, '.relaycert/reference/report.jsonl'), 'utf8'));
  });

  test('joins shards that ran apart', async ({ expect: check, onTestFinished }) => {
    const folder = temporaryFolder(onTestFinished);
    const shard = (index: number) =>
      runCli(['certify', '--case', 'short-text/', '--shard', `${index}/2`, '--output', `shards/${index}`], folder);
    check((await Promise.all([shard(1), shard(2)])).map(({ code }) => code)).toEqual([0, 0]);
    const routes = reference.profile.routes.filter(({ onDemand }) => onDemand !== true);
    const merged = await runCli(['merge', 'shards', '--output', 'whole'], folder);
    check(merged.stderr).toBe('');
    check(merged.code).toBe(0);
    check(readReport(join(folder, 'whole/report.jsonl')).outcome.results).toHaveLength(2 * routes.length);
  });

  test('exits 2 for bad input and writes nothing', async ({ expect: check, onTestFinished }) => {
    const folder = temporaryFolder(onTestFinished);
    const run = await runCli(['certify', '--case', 'no-such-case'], folder);
    check(run).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^relaycert: no-such-case: no case is selected \(.*\)\n$/),
    });
    check(readdirSync(folder)).toEqual([]);
  });

  test('exits 1 for a stream that is cut', async ({ expect: check, onTestFinished }) => {
    const cut = 'data: {"id":"x"}\n\n';
    const run = await runCli(
      ['check', '-', '--dialect', 'openai-chat', '--json'],
      temporaryFolder(onTestFinished),
      cut,
    );
    check(run).toMatchObject({ code: 1, stderr: '' });
  });

  test('does not mind a reader that has seen enough', async ({ expect: check, onTestFinished }) => {
    const script = `"${process.execPath}" "${main}" list cases 2>err | head -1; echo "$?"; cat err`;
    const { stdout } = await runCommand('bash', ['-o', 'pipefail', '-c', script], temporaryFolder(onTestFinished));
    check(stdout.trimEnd().split('\n')).toEqual([expect.stringMatching(/^ {2}[0-9a-f]{12} {2}/), '0']);
  });

  test('serves recordings until it is interrupted', async ({ expect: check }) => {
    const child = spawn(process.execPath, [main, 'serve'], { stdio: ['ignore', 'pipe', 'pipe'] });
    const lines = createInterface(child.stdout);
    let curl = '';
    for await (const line of lines) {
      curl = line.includes('/v1/chat/completions') ? line : curl;
      if (line === 'Ctrl-C ends it') {
        break;
      }
    }
    const { stdout } = await runCommand('sh', ['-c', curl], packageRoot);
    check(stdout).toMatch(/^data: \{[\s\S]*data: \[DONE\]\n\n$/);
    const body = await runCommand('sh', ['-c', curl.replace('"stream":true', '"stream":false')], packageRoot);
    check(body.stdout).toContain('"object":"chat.completion"');
    child.kill('SIGINT');
    check((await once(child, 'exit'))[0]).toBe(0);
  });

  test('is unfinished when it is interrupted in mid-run', async ({ expect: check, onTestFinished }) => {
    const folder = temporaryFolder(onTestFinished);
    const child = spawn(process.execPath, [main, 'certify', '--json'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines = createInterface(child.stdout);
    let last = '';
    for await (const line of lines) {
      if (line.startsWith('{"type":"case"') && !last.startsWith('{"type":"case"')) {
        child.kill('SIGINT');
      }
      last = line;
    }
    check(last).toMatch(/^\{"type":"footer","verdict":"unfinished"/);
    check(child.exitCode ?? (await once(child, 'exit'))[0]).toBe(3);
    check(readReport(join(folder, '.relaycert/reference/report.jsonl')).outcome.verdict).toBe('unfinished');
    check(existsSync(join(folder, '.relaycert/reference/certificate.json'))).toBe(false);
  });
});
