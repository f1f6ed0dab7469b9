import { delimiter, dirname, join } from 'node:path';
import type { InstallOptions } from './install-options.ts';
import { findNpm } from './npm-program.ts';
import { environmentPython } from './package-files.ts';
import type { ProcessPreset } from './preset.ts';
import { findPython } from './python-program.ts';
import { type InstallerRun, runInstaller } from './run-installer.ts';

/** Puts the packages of one preset into a folder that holds its lock files. */
export interface Installer {
  /** What else the installation depends on. */
  readonly basis: readonly string[];
  /**
   * The folder may be moved afterwards.
   *
   * @param folder absolute
   */
  readonly install: (folder: string, onStillRunning: () => void) => Promise<void>;
}

/** @throws HarnessFault when the package manager is missing */
export async function installerOf(preset: ProcessPreset, options: InstallOptions): Promise<Installer> {
  switch (preset.packages) {
    case 'npm':
      return npmInstaller(preset, options);
    case 'pip':
      return pipInstaller(preset, options);
  }
}

function npmInstaller(preset: ProcessPreset, options: InstallOptions): Installer {
  const { environment, npm = findNpm(process.execPath, environment) } = options;
  // npm is a script for `node`. Ours goes first on PATH, so that npm runs on the version that the relay will use.
  const PATH = [dirname(process.execPath), environment['PATH'] ?? ''].join(delimiter);
  return {
    basis: [],
    install: (folder, onStillRunning) =>
      runInstaller({
        ...runOf(preset, options, folder, onStillRunning),
        name: 'npm',
        command: [npm, 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
        environment: { ...environment, PATH },
        hint: 'check the network and the configured npm registry',
      }),
  };
}

/**
 * A virtual environment may be moved as long as its programs are started as modules of its Python: only the scripts in its
 * `bin` name its path. It stands and falls with the Python that it was made with.
 */
async function pipInstaller(preset: ProcessPreset, options: InstallOptions): Promise<Installer> {
  const python = await findPython(options.environment);
  return {
    basis: [python.path, python.version],
    install: async (folder, onStillRunning) => {
      const run = runOf(preset, options, folder, onStillRunning);
      await runInstaller({
        ...run,
        name: 'python -m venv',
        command: [python.path, '-m', 'venv', join(folder, 'venv')],
        hint: `install venv and pip of ${python.path}`,
      });
      await runInstaller({
        ...run,
        name: 'pip',
        command: [environmentPython(folder), '-m', 'pip', 'install', ...pipFlags],
        hint: 'check the network and the configured Python package index',
      });
    },
  };
}

/** Wheels alone, because building from source would run the scripts of the packages. */
const pipFlags = [
  ...['--quiet', '--disable-pip-version-check', '--no-input'],
  ...['--no-deps', '--only-binary=:all:', '--require-hashes', '--requirement=requirements.txt'],
];

function runOf(
  { id, title }: ProcessPreset,
  { clock, environment }: InstallOptions,
  folder: string,
  onStillRunning: () => void,
): Omit<InstallerRun, 'name' | 'command' | 'hint'> {
  return { folder, environment, clock, title, place: `preset ${id}`, onStillRunning };
}
