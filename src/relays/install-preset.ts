import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import type { Clock } from '../core/clock.ts';
import { HarnessFault, messageOf } from '../core/fault.ts';
import { sha256 } from '../core/hash.ts';
import { findNpm } from './npm-program.ts';
import type { ProcessPreset } from './preset.ts';
import { presetFile, presetLockHash } from './preset-config.ts';
import { onProcessExit } from './process-exit.ts';
import type { Environment } from './running-relay.ts';

export interface InstallOptions {
  /** Absolute folder that holds one folder per preset: `.relays` in the working directory. */
  readonly folder: string;
  readonly clock: Clock;
  readonly onProgress: (line: string) => void;
  /** The environment of npm: PATH, proxies, npm's own settings. */
  readonly environment: Environment;
  /** Path of npm. Where it is left out, npm is looked for beside our Node.js, then on PATH. */
  readonly npm?: string;
}

const stampName = 'installed';
const stillRunningMs = 10_000;
const timeoutMs = 10 * 60_000;
const faultLines = 5;

/**
 * Installs the packages of a preset, exactly those of its lock file and without running their scripts. Does nothing
 * when they are there already. The folder appears only once it is complete, so that a failed installation leaves
 * nothing behind and two runs at once do not disturb each other.
 *
 * @returns absolute folder that holds `node_modules`
 * @throws HarnessFault when npm is missing or fails
 */
export async function installPreset(preset: ProcessPreset, options: InstallOptions): Promise<string> {
  const target = join(options.folder, preset.id);
  const stamp = sha256([presetLockHash(preset.id), process.platform, process.arch].join());
  if (await isInstalled(target, stamp)) {
    return target;
  }
  await mkdir(options.folder, { recursive: true });
  const fresh = await mkdtemp(join(options.folder, `.${preset.id}-`));
  const forget = onProcessExit(() => rmSync(fresh, { recursive: true, force: true }));
  try {
    const startedAt = options.clock.now();
    const seconds = (): string => `${Math.round((options.clock.now() - startedAt) / 1_000)} s`;
    options.onProgress(`${preset.id}: installing ${preset.title} into ${target} (first use)`);
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(presetFile(preset.id, name), join(fresh, name));
    }
    await runNpm(preset, fresh, options, () => options.onProgress(`${preset.id}: still installing, ${seconds()}`));
    await writeFile(join(fresh, stampName), stamp);
    await putInPlace(fresh, target, stamp);
    options.onProgress(`${preset.id}: installed in ${seconds()}`);
    return target;
  } finally {
    forget();
    await rm(fresh, { recursive: true, force: true });
  }
}

async function isInstalled(target: string, stamp: string): Promise<boolean> {
  const found = await readFile(join(target, stampName), 'utf8').catch(() => undefined);
  return found === stamp;
}

/** Another run may have been faster. Its installation is as good as ours. */
async function putInPlace(fresh: string, target: string, stamp: string): Promise<void> {
  if (await isInstalled(target, stamp)) {
    return;
  }
  await rm(target, { recursive: true, force: true });
  try {
    await rename(fresh, target);
  } catch (error) {
    if (!(await isInstalled(target, stamp))) {
      const reason = messageOf(error);
      throw new HarnessFault(`the installation could not be put in place: ${reason}`, target, 'delete this folder');
    }
  }
}

function runNpm(
  preset: ProcessPreset,
  folder: string,
  { clock, environment, npm = findNpm(process.execPath, environment) }: InstallOptions,
  onStillRunning: () => void,
): Promise<void> {
  // npm is a script for `node`. Ours goes first on PATH, so that npm runs on the version that the relay will use.
  const env = { ...environment, PATH: [dirname(process.execPath), environment['PATH'] ?? ''].join(delimiter) };
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  return new Promise((resolve, reject) => {
    let cancel = (): void => undefined;
    const remind = (): void => {
      cancel = clock.after(stillRunningMs, () => {
        onStillRunning();
        remind();
      });
    };
    remind();
    const child = execFile(npm, args, { cwd: folder, env, timeout: timeoutMs }, (error, stdout, stderr) => {
      cancel();
      forget();
      if (error === null) {
        resolve();
        return;
      }
      const lines = `${stderr}\n${stdout}`.split('\n').filter((line) => line.trim() !== '');
      const said = lines.length === 0 ? error.message : lines.slice(0, faultLines).join(' | ');
      const reason = error.killed === true ? `it did not end within ${timeoutMs / 60_000} minutes` : said;
      const hint = 'check the network and the configured npm registry';
      reject(new HarnessFault(`npm could not install ${preset.title}: ${reason}`, `preset ${preset.id}`, hint));
    });
    const forget = onProcessExit(() => child.kill());
  });
}
