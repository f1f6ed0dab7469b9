import { type Command, Option } from 'commander';
import { defaultPreset } from '../certify/options/again-command.ts';
import type { CertifyOptions } from '../certify/options/certify-options.ts';
import { defaultConcurrency, loadRun } from '../certify/options/load-run.ts';
import type { RelayChoice } from '../certify/options/relay-under-test.ts';
import { defaultRunOptions, type RunChoices } from '../certify/options/run-options.ts';
import { UsageFault } from '../core/fault.ts';
import { grades } from '../core/grade.ts';
import { levels } from '../core/level.ts';
import type { RecordingSource } from '../recording/load-recordings.ts';
import { presetIds } from '../relays/presets.generated.ts';
import { countParser, parseBudget, parseShard } from './flag-parsers.ts';
import type { Shell } from './shell.ts';

/** Flags that say which cases there are and which of them are meant. What is absent was not given. */
export interface PlanFlags extends Pick<RunChoices, 'exhaustive'> {
  readonly relay?: string;
  readonly config?: string;
  readonly breakage?: string;
  readonly recordings?: readonly string[];
  readonly dialect?: string;
  readonly route?: readonly string[];
  readonly case?: readonly string[];
}

/** Flags of a run: the options that are named alike, and those that a user names more shortly. */
export interface RunFlags extends PlanFlags, Omit<RunChoices, 'recordings' | 'routes' | 'cases' | 'reporters'> {
  readonly reporter?: readonly string[];
}

export function addPlanFlags(command: Command): void {
  command
    .option(
      '--relay <preset>',
      `a relay that we know how to install and start: ${presetIds.join(', ')} (default: ${defaultPreset})`,
    )
    .addOption(
      new Option('--config <file>', 'your own relay, described in YAML, JSON, TypeScript or JavaScript').conflicts(
        'relay',
      ),
    )
    .addOption(
      new Option('--breakage <mutation>', 'make the reference relay lie in this one way, to see a refusal').conflicts(
        'config',
      ),
    )
    .addOption(repeatable('--recordings <path>', 'file or folder of recordings to replay instead of our own'))
    .option('--dialect <id>', 'dialect of raw body files among the recordings')
    .addOption(repeatable('--route <name>', 'only this route, in quotes: client<upstream, client< or <upstream'))
    .addOption(repeatable('--case <id or text>', 'only cases with this id, or with this text in their path'))
    .option('--exhaustive', 'every position and value of every mutation on every recording');
}

export function addRunFlags(command: Command): void {
  addPlanFlags(command);
  const { seed, installFolder } = defaultRunOptions;
  command
    .addOption(repeatable('--only <prefix>', 'only requirements whose id begins so'))
    .option('--seed <text>', `seed of all chance (default: ${seed})`)
    .addOption(
      new Option('--level <level>', "what to certify for (default: the relay's own, else core)").choices(levels),
    )
    .addOption(
      new Option('--require <grade>', "what it has to earn (default: the relay's own, else protective)").choices(
        grades,
      ),
    )
    .option('--strict', 'should-findings refuse too')
    .option('--deviations <file>', 'YAML list of faults that are accepted: fault, reason, expires')
    .addOption(
      new Option(
        '--budget <size>',
        'a part of the selection that combines every two of its factors: a number of cases, a time (30s), or smoke, at most 60 cases a route',
      ).argParser(parseBudget),
    )
    .option('--shard <i/n>', 'every n-th case from the i-th on; join the reports with relaycert merge', parseShard)
    .option('-t, --test-name-pattern <regexp>', 'only cases whose "topic > path" matches')
    .option('--watch', 'stay and run again on demand')
    .addOption(repeatable('--reporter <name>', 'a vitest reporter beside ours'))
    .option('--output <folder>', 'where the report goes (default: .relaycert/<relay>)')
    .option(
      '--concurrency <n>',
      `cases in flight at once, at most (default: the relay's own, else ${defaultConcurrency})`,
      countParser('--concurrency'),
    )
    .option('--install-folder <folder>', `where presets are installed (default: ${installFolder})`);
}

/** An option that may be given more than once. */
export function repeatable(flags: string, description: string): Option {
  return new Option(flags, `${description}; repeatable`).argParser<readonly string[] | undefined>(
    (value, previous = []) => [...previous, value],
  );
}

/**
 * All that a run needs, read and checked; nothing is started.
 *
 * @throws UsageFault for whatever is wrong with arguments, config and files
 */
export function toCertifyOptions(flags: RunFlags, shell: Shell): Promise<CertifyOptions> {
  const { relay: _relay, config: _config, breakage: _breakage, recordings, dialect, ...given } = flags;
  const { route, case: texts, reporter, ...same } = given;
  const { routes, cases, reporters } = defaultRunOptions;
  return loadRun(
    namedRelay(flags),
    {
      ...same,
      recordings: recordingSources(recordings, dialect),
      routes: route ?? routes,
      cases: texts ?? cases,
      reporters: reporter ?? reporters,
    },
    shell,
  );
}

/** The relay that the flags name. */
export function namedRelay({ relay = defaultPreset, config, breakage }: PlanFlags): RelayChoice {
  return config === undefined ? { preset: relay, ...(breakage === undefined ? {} : { breakage }) } : { config };
}

/** @throws UsageFault for a dialect that no recordings belong to */
export function recordingSources(
  paths: readonly string[] = [],
  dialect: string | undefined = undefined,
): readonly RecordingSource[] {
  if (paths.length === 0 && dialect !== undefined) {
    throw new UsageFault(
      'this is the dialect of recordings, and none are named',
      '--dialect',
      'name them with --recordings',
    );
  }
  return paths.map((path) => ({ path, ...(dialect === undefined ? {} : { dialect }) }));
}
