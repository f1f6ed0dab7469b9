import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isArray, isObject, parseJson } from '../../src/core/json.ts';
import { packageRoot } from '../../src/core/package-root.ts';
import { preset as reference } from '../../src/relays/reference.ts';
import { type CliRun, runCommand } from '../support/cli/run-cli.ts';
import { temporaryFolder } from '../support/process/temporary-folder.ts';

/**
 * The machine's npm, run by the node that runs the tests, because `npx` starts bins with the first node on the PATH.
 */
function npm(args: readonly string[], cwd: string): Promise<CliRun> {
  const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
  return runCommand('env', [`PATH=${path}`, 'npm', ...args], cwd);
}

function npx(args: readonly string[], cwd: string): Promise<CliRun> {
  return runCommand(
    'env',
    [`PATH=${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, 'npx', '--no-install', ...args],
    cwd,
  );
}

test("the packed package certifies, checks and extends a user's own vitest in an empty folder", async () => {
  const folder = temporaryFolder();
  const packed = await npm(['pack', '--json', '--pack-destination', folder], packageRoot);
  expect(packed.code, packed.stderr).toBe(0);
  const listed = parseJson(packed.stdout.slice(packed.stdout.indexOf('[')));
  const [entry] = listed.ok && isArray(listed.value) ? listed.value : [];
  const tarball = isObject(entry) ? String(entry['filename']) : '';
  expect(existsSync(join(folder, tarball))).toBe(true);

  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const installed = await npm(['install', '--no-audit', '--no-fund', `./${tarball}`], folder);
  expect(installed.code, installed.stderr).toBe(0);
  expect(existsSync(join(folder, 'node_modules/relaycert/docs/faults.md'))).toBe(true);

  const certified = await npx(['relaycert', 'certify', '--case', 'short-text'], folder);
  expect(certified.stderr).not.toContain('relaycert:');
  expect(certified.stdout.trimEnd().split('\n').at(-1)).toMatch(/^passed|^certified/);
  expect(certified.code).toBe(0);

  copyFileSync(join(packageRoot, 'recordings/openai-chat/short-text.har'), join(folder, 'whole.har'));
  const whole = await npx(['relaycert', 'check', 'whole.har', '--json'], folder);
  expect(whole.code, whole.stderr).toBe(0);
  writeFileSync(join(folder, 'cut.sse'), cutStream());
  const cut = await npx(['relaycert', 'check', 'cut.sse', '--dialect', 'openai-chat', '--json'], folder);
  expect(cut.code, cut.stderr).toBe(1);
  const report = parseJson(cut.stdout);
  expect(
    report.ok && isObject(report.value) && isObject(report.value['outcome'])
      ? report.value['outcome']['integrity']
      : undefined,
  ).toBe('no_end_marker');

  writeFileSync(
    join(folder, 'relay.test.js'),
    "import { certifyRelay } from 'relaycert/vitest';\nawait certifyRelay('reference', { cases: ['one-tool/stream'] });\n",
  );
  const own = await npx(['vitest', 'run'], folder);
  const routes = reference.profile.routes.filter(({ onDemand }) => onDemand !== true).length;
  expect(own.stdout, own.stderr).toMatch(new RegExp(`Tests .*${routes} passed`));
  expect(own.code).toBe(0);
}, 300_000);

/** A recorded stream without its last event. */
function cutStream(): string {
  const har = parseJson(readFileSync(join(packageRoot, 'recordings/openai-chat/short-text.har'), 'utf8'));
  const text = /"text": "(data: .*)"/.exec(har.ok ? JSON.stringify(har.value, null, 1) : '')?.[1] ?? '';
  const body = parseJson(`"${text}"`);
  return body.ok && typeof body.value === 'string' ? body.value.replace('data: [DONE]\n\n', '') : '';
}
