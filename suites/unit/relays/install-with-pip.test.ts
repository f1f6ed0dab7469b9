import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../src/core/clock.ts';
import { installPreset } from '../../../src/relays/install-preset.ts';
import { environmentPython } from '../../../src/relays/package-files.ts';
import { presets } from '../../../src/relays/presets.generated.ts';
import { findPython } from '../../../src/relays/python-program.ts';
import { faultOf } from '../../support/process/fault-of.ts';
import { temporaryFolder } from '../../support/process/temporary-folder.ts';

const preset = presets.litellm.kind === 'process' ? presets.litellm : undefined;

/** A stand-in for a Python of this version: it makes environments that hold itself, and writes down what pip is asked. */
function fakePython(version: string, onPip = '') {
  const folder = temporaryFolder();
  const program = join(folder, 'python3');
  const script = [
    '#!/bin/sh',
    `case "$*" in`,
    `  -c*) echo "${version} ${program}" ;;`,
    `  "-m venv "*) mkdir -p "$3/bin" && cp "${program}" "$3/bin/python" ;;`,
    `  *) echo "$*" >> "${folder}/calls"; ${onPip === '' ? ':' : onPip} ;;`,
    'esac',
  ];
  writeFileSync(program, `${script.join('\n')}\n`);
  chmodSync(program, 0o755);
  return { folder, program };
}

function installer({ folder }: { readonly folder: string }) {
  const relays = join(folder, '.relays');
  const install = async (PATH = `${folder}:/bin:/usr/bin`): Promise<string> => {
    if (preset === undefined) {
      throw new Error('litellm is no process preset any more');
    }
    const onProgress = (): void => undefined;
    return installPreset(preset, { folder: relays, clock: systemClock, onProgress, environment: { PATH } });
  };
  const calls = (): readonly string[] => {
    const path = join(folder, 'calls');
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  };
  return { install, calls, relays };
}

test('pip installs wheels with the checksums of the lock file into an environment of its own', async () => {
  const { install, calls, relays } = installer(fakePython('3.12.4'));
  expect(await install()).toBe(join(relays, 'litellm'));
  expect(calls()).toEqual([
    '-m pip install --quiet --disable-pip-version-check --no-input --no-deps --only-binary=:all: --require-hashes --requirement=requirements.txt',
  ]);
  expect(readdirSync(relays)).toEqual(['litellm']);
  expect(existsSync(environmentPython(join(relays, 'litellm')))).toBe(true);
  await install();
  expect(calls()).toHaveLength(1);
});

test('another Python makes a new environment, because the old one may be gone', async () => {
  const python = fakePython('3.12.4');
  const { install, calls } = installer(python);
  await install();
  const other = fakePython('3.13.1');
  await install(`${other.folder}:/bin:/usr/bin`);
  expect(calls()).toHaveLength(1);
  expect(readFileSync(join(other.folder, 'calls'), 'utf8').split('\n').filter(Boolean)).toHaveLength(1);
});

test('an installation that fails says what pip said, and leaves nothing behind', async () => {
  const { install, relays } = installer(fakePython('3.12.4', 'echo "ERROR: no such wheel" >&2; exit 1'));
  expect(await faultOf(install)).toMatchObject({
    kind: 'harness',
    message: 'pip could not install LiteLLM 1.108.7: ERROR: no such wheel',
    place: 'preset litellm',
  });
  expect(readdirSync(relays)).toEqual([]);
});

test.each([
  ['none', undefined, 'Python 3 was not found'],
  ['one that is too old', '3.9.18', 'Python 3.9.18 is too old'],
  ['Python 2', '2.7.18', 'Python 3 was not found'],
])('a machine with %s is a harness fault with a hint', async (_what, version, message) => {
  const folder = version === undefined ? temporaryFolder() : fakePython(version).folder;
  expect(await faultOf(() => findPython({ PATH: folder }))).toEqual({
    kind: 'harness',
    message,
    place: 'PATH',
    hint: 'install Python 3.10 or newer with venv and pip',
  });
});

test('a newer python comes after a python3 that is too old', async () => {
  const [old, good] = [fakePython('3.8.1'), fakePython('3.11.7')];
  mkdirSync(join(old.folder, 'later'));
  writeFileSync(join(old.folder, 'later/python'), `#!/bin/sh\nexec "${good.program}" "$@"\n`);
  chmodSync(join(old.folder, 'later/python'), 0o755);
  expect(await findPython({ PATH: `${old.folder}:${join(old.folder, 'later')}:/bin` })).toEqual({
    path: good.program,
    version: '3.11.7',
  });
});
