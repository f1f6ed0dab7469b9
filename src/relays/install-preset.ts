import { rmSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HarnessFault, messageOf } from '../core/fault.ts';
import { sha256 } from '../core/hash.ts';
import type { InstallOptions } from './install-options.ts';
import { installerOf } from './installers.ts';
import { lockFiles } from './package-files.ts';
import type { ProcessPreset } from './preset.ts';
import { presetFile, presetLockHash } from './preset-config.ts';
import { onProcessExit } from './process-exit.ts';

const stampName = 'installed';

/**
 * Installs the packages of a preset, exactly those of its lock files and without running their scripts. Does nothing
 * when they are there already. The folder appears only once it is complete, so that a failed installation leaves
 * nothing behind and two runs at once do not disturb each other.
 *
 * @returns absolute folder that holds `node_modules` or `venv`
 * @throws HarnessFault when the package manager is missing or fails
 */
export async function installPreset(preset: ProcessPreset, options: InstallOptions): Promise<string> {
  const target = join(options.folder, preset.id);
  const installer = await installerOf(preset, options);
  const stamp = sha256([presetLockHash(preset), process.platform, process.arch, ...installer.basis].join());
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
    for (const name of lockFiles[preset.packages]) {
      await copyFile(presetFile(preset.id, name), join(fresh, name));
    }
    await installer.install(fresh, () => options.onProgress(`${preset.id}: still installing, ${seconds()}`));
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
