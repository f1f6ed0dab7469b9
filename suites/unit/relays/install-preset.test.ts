import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { installPreset } from '../../../src/relays/install-preset.ts';
import { findNpm } from '../../../src/relays/npm-program.ts';
import { presets } from '../../../src/relays/presets.generated.ts';
import { faultOf } from '../../support/process/fault-of.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const preset = presets.portkey.kind === 'process' ? presets.portkey : undefined;

/** A stand-in for npm: writes down its arguments, then does what `script` says in the folder it was called in. */
function fakeNpm(script: string) {
  const folder = temporaryFolder();
  const npm = join(folder, 'npm');
  writeFileSync(npm, `#!/bin/sh\necho "$@" >> "${folder}/calls"\n${script}\n`);
  chmodSync(npm, 0o755);
  const calls = (): readonly string[] => {
    const path = join(folder, 'calls');
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  };
  const relays = join(folder, '.relays');
  const told: string[] = [];
  const install = async (): Promise<string> => {
    if (preset === undefined) {
      throw new Error('portkey is no process preset any more');
    }
    const onProgress = (line: string): void => void told.push(line);
    return installPreset(preset, { folder: relays, clock: systemClock, onProgress, environment: process.env, npm });
  };
  return { install, calls, relays, told };
}

test('the first use installs what the lock file says, without scripts, and says so', async () => {
  const { install, calls, relays, told } = fakeNpm('mkdir node_modules && cp package-lock.json node_modules/seen');
  expect(await install()).toBe(join(relays, 'portkey'));
  expect(calls()).toEqual(['ci --ignore-scripts --no-audit --no-fund --loglevel=error']);
  expect(readFileSync(join(relays, 'portkey/node_modules/seen'), 'utf8')).toContain('"@portkey-ai/gateway": "1.15.2"');
  expect(told).toEqual([
    `portkey: installing Portkey AI Gateway 1.15.2 into ${join(relays, 'portkey')} (first use)`,
    'portkey: installed in 0 s',
  ]);
  expect(readdirSync(relays)).toEqual(['portkey']);
});

test('a second use installs nothing, one after a change of the lock file does', async () => {
  const { install, calls, relays, told } = fakeNpm('mkdir node_modules');
  await install();
  await install();
  expect(calls()).toHaveLength(1);
  expect(told).toHaveLength(2);
  writeFileSync(join(relays, 'portkey/installed'), 'of another lock file');
  await install();
  expect(calls()).toHaveLength(2);
});

test('two first uses at once both end with a whole installation', async () => {
  const { install, relays } = fakeNpm('sleep 0.05; mkdir node_modules && touch node_modules/whole');
  await Promise.all([install(), install(), install()]);
  expect(existsSync(join(relays, 'portkey/node_modules/whole'))).toBe(true);
  expect(readdirSync(relays)).toEqual(['portkey']);
});

test('an installation that fails is a harness fault with what npm said, and leaves nothing behind', async () => {
  const { install, relays } = fakeNpm('mkdir node_modules; echo "npm error network down" >&2; exit 1');
  const fault = await faultOf(install);
  expect(fault).toMatchObject({
    kind: 'harness',
    message: 'npm could not install Portkey AI Gateway 1.15.2: npm error network down',
    place: 'preset portkey',
  });
  expect(readdirSync(relays)).toEqual([]);
});

test('no npm anywhere is a harness fault', async () => {
  expect(await faultOf(() => findNpm('/nowhere/node', { PATH: '/nowhere' }))).toEqual({
    kind: 'harness',
    message: 'npm was not found',
    place: 'PATH',
    hint: 'install npm, or put it on PATH',
  });
});

test('the npm beside our Node.js comes before the ones on PATH', () => {
  const [beside, onPath] = [temporaryFolder(), temporaryFolder()];
  writeFileSync(join(onPath, 'npm'), '');
  expect(findNpm(join(beside, 'node'), { PATH: `/nowhere:${onPath}` })).toBe(join(onPath, 'npm'));
  writeFileSync(join(beside, 'npm'), '');
  expect(findNpm(join(beside, 'node'), { PATH: onPath })).toBe(join(beside, 'npm'));
});
