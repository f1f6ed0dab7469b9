import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { Writable } from 'node:stream';
import { type CliOptions, createVitest, type Reporter, registerConsoleShortcuts, type Vitest } from 'vitest/node';
import { messageOf } from '../../core/fault.ts';
import { packageRoot } from '../../core/package-root.ts';
import type { Topic } from '../judge/result.ts';
import type { CertifyOptions } from '../options/certify-options.ts';
import type { ProvidedPlan } from './suite.ts';

/** `outputFolder` is where the files of vitest's own file reporters go. */
export type HostOptions = Pick<
  CertifyOptions,
  'watch' | 'testNamePattern' | 'reporters' | 'outputFolder' | 'concurrency' | 'rerunOn'
>;

/** What is hosted. */
export interface HostedSuites {
  readonly provided: ProvidedPlan;
  readonly topics: readonly Topic[];
  readonly onRunEnd: () => void;
}

type ListenerName = 'SIGINT' | 'SIGTERM' | 'exit' | 'unhandledRejection';
const listenerNames: readonly ListenerName[] = ['SIGINT', 'SIGTERM', 'exit', 'unhandledRejection'];

/**
 * Runs the certification suites in vitest, inside this process: filters, watch and reporters are vitest's own. No
 * config of the user's project is read, and nothing is written but what `outputFolder` gets.
 *
 * @returns faults of the harness: a suite that did not load, an unhandled rejection, an interruption
 */
export async function hostSuites(options: HostOptions, hosted: HostedSuites): Promise<readonly string[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'relaycert-vitest-'));
  const faults: string[] = [];
  const reporter: Reporter = {
    onTestRunEnd: (modules, unhandled, reason) => {
      for (const module of modules) {
        faults.push(...module.errors().map((error) => `${module.relativeModuleId}: ${error.message}`));
      }
      faults.push(...unhandled.map((error) => error.message));
      if (reason === 'interrupted') {
        faults.push('the run was interrupted');
      }
      hosted.onRunEnd();
    },
  };
  const vitest = await create(options, hosted.provided, reporter, scratch);
  const closed = handleEnd(vitest, options.watch);
  try {
    await vitest.start(suiteFiles(hosted.topics));
  } catch (error) {
    faults.push(messageOf(error));
  }
  if (options.watch) {
    await closed;
  } else {
    await vitest.close();
  }
  rmSync(scratch, { recursive: true, force: true });
  return faults;
}

/** Sources run as TypeScript, the published package as JavaScript: the suites have the ending of this file. */
function suitesFolder(): { readonly folder: string; readonly ending: string } {
  const ending = extname(import.meta.filename);
  const compiled = join(packageRoot, 'dist', 'suites', 'certify');
  return {
    folder: ending === '.js' && existsSync(compiled) ? compiled : join(packageRoot, 'suites', 'certify'),
    ending,
  };
}

function suiteFiles(topics: readonly Topic[]): string[] {
  const { folder, ending } = suitesFolder();
  return topics.map((topic) => join(folder, `${topic}.suite${ending}`));
}

async function create(
  options: HostOptions,
  provided: ProvidedPlan,
  reporter: Reporter,
  scratch: string,
): Promise<Vitest> {
  const { folder, ending } = suitesFolder();
  const output = (name: string): string => join(options.outputFolder, name);
  const cli: CliOptions = {
    config: false,
    root: packageRoot,
    dir: folder,
    include: [`**/*.suite${ending}`],
    exclude: [],
    watch: options.watch,
    reporters: [reporter, ...options.reporters],
    outputFile: { json: output('vitest.json'), junit: output('vitest-junit.xml'), blob: output('vitest-blob.json') },
    // The work is done in this process; one worker keeps the number of cases in flight exact.
    pool: 'threads',
    isolate: false,
    maxWorkers: 1,
    fileParallelism: false,
    maxConcurrency: options.concurrency,
    // A case may wait until a relay that ended runs again. What it waits for has limits of its own.
    testTimeout: 3_600_000,
    hookTimeout: 60_000,
    retry: 0,
    bail: 0,
    passWithNoTests: true,
    allowOnly: true,
    cache: false,
    fsModuleCache: false,
    attachmentsDir: join(scratch, 'attachments'),
    update: 'none',
    experimental: { diagnostics: false },
    provide: { relaycert: provided },
    ...(options.testNamePattern === undefined ? {} : { testNamePattern: options.testNamePattern }),
    ...(options.rerunOn.length === 0 ? {} : { forceRerunTriggers: [...options.rerunOn] }),
  };
  const quiet = new Writable({ write: (_chunk, _encoding, done) => done() });
  const silent = options.reporters.length === 0 && !options.watch;
  return withoutTraces(scratch, () =>
    createVitest(
      cli,
      {
        cacheDir: join(scratch, 'vite'),
        envDir: false,
        publicDir: false,
        clearScreen: false,
        logLevel: 'error',
        css: { postcss: {} },
      },
      silent ? { stdout: quiet, stderr: quiet } : {},
    ),
  );
}

/**
 * vitest writes an API token into the user's data folder, sets NODE_ENV, and adds process listeners that exit without
 * our teardown. All of that is undone once it has started.
 */
async function withoutTraces(scratch: string, start: () => Promise<Vitest>): Promise<Vitest> {
  const names = ['NODE_ENV', 'XDG_DATA_HOME', 'LOCALAPPDATA'];
  const before = names.map((name) => [name, process.env[name]] as const);
  const listeners = new Map(listenerNames.map((name) => [name, process.rawListeners(name)]));
  process.env['XDG_DATA_HOME'] = scratch;
  process.env['LOCALAPPDATA'] = scratch;
  try {
    return await start();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) {
        delete process.env[name];
      } else {
        process.env[name] = value;
      }
    }
    for (const name of listenerNames) {
      for (const listener of process.rawListeners(name)) {
        if (listeners.get(name)?.includes(listener) !== true) {
          removeListener(name, listener);
        }
      }
    }
  }
}

function removeListener(name: ListenerName, listener: unknown): void {
  Reflect.apply(process.removeListener, process, [name, listener]);
}

function handleEnd(vitest: Vitest, watch: boolean): Promise<void> {
  const interrupt = (): void => {
    vitest
      .cancelCurrentRun('keyboard-input')
      .then(() => (watch ? vitest.close() : undefined))
      .catch(() => undefined);
  };
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  if (watch && process.stdin.isTTY) {
    vitest.onClose(registerConsoleShortcuts(vitest, process.stdin, process.stdout));
  }
  return new Promise((resolve) => {
    vitest.onClose(() => {
      process.off('SIGINT', interrupt);
      process.off('SIGTERM', interrupt);
      resolve();
    });
  });
}
