import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { CertifyOptions } from '../certify/certify.ts';
import { readDeviations } from '../certify/deviations.ts';
import { loadRecordingSet } from '../certify/recording-set.ts';
import { type RelaySource, relayProfile } from '../certify/relay-source.ts';
import type { Shard } from '../certify/result.ts';
import { UsageFault } from '../core/fault.ts';
import type { Level } from '../core/level.ts';
import { nearest } from '../core/nearest.ts';
import { packageVersion } from '../core/package-version.ts';
import { mutations } from '../mutations/registry.generated.ts';
import { loadRelayConfig } from '../relays/load-config.ts';
import type { RelayPreset } from '../relays/preset.ts';
import { presetIds, presets } from '../relays/presets.generated.ts';
import { requirements } from '../requirements/registry.generated.ts';
import { againCommand } from './again-command.ts';
import type { Shell } from './shell.ts';

/** What says which cases there are and which of them are meant. */
export interface PlanFlags {
  readonly relay?: string;
  readonly config?: string;
  readonly breakage?: string;
  readonly recordings: readonly string[];
  readonly dialect?: string;
  readonly route: readonly string[];
  readonly case: readonly string[];
  readonly exhaustive: boolean;
}

/** What says how they are run and judged. */
export interface RunFlags extends PlanFlags {
  readonly only: readonly string[];
  readonly seed: string;
  readonly level?: Level;
  readonly strict: boolean;
  readonly deviations?: string;
  readonly shard?: string;
  readonly testNamePattern?: string;
  readonly watch: boolean;
  readonly reporter: readonly string[];
  readonly output?: string;
  readonly concurrency: string;
  readonly installFolder: string;
}

/** What flags that are not given stand for. */
export const defaultRunFlags: RunFlags = {
  recordings: [],
  route: [],
  case: [],
  exhaustive: false,
  only: [],
  seed: '1',
  strict: false,
  watch: false,
  reporter: [],
  concurrency: '16',
  installFolder: '.relays',
};

export function addPlanFlags(command: Command): void {
  command
    .option(
      '--relay <preset>',
      `a relay that we know how to install and start: ${presetIds.join(', ')} (default: reference)`,
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
    .option('--exhaustive', 'every position of every mutation on every recording');
}

export function addRunFlags(command: Command): void {
  addPlanFlags(command);
  command
    .addOption(repeatable('--only <prefix>', 'only requirements whose id begins so'))
    .option('--seed <text>', `seed of all chance (default: ${defaultRunFlags.seed})`)
    .addOption(
      new Option('--level <level>', "what to certify for (default: the relay's own, else core)").choices([
        'core',
        'extended',
        'transparent',
      ]),
    )
    .option('--strict', 'should-findings refuse too')
    .option('--deviations <file>', 'YAML list of findings that are accepted: requirement, case, reason, expires')
    .option('--shard <i/n>', 'every n-th case from the i-th on; join the reports with relaycert merge')
    .option('-t, --test-name-pattern <regexp>', 'only cases whose "topic > path" matches')
    .option('--watch', 'stay and run again on demand')
    .addOption(repeatable('--reporter <name>', 'a vitest reporter beside ours'))
    .option('--output <folder>', 'where the report goes (default: .relaycert/<relay>)')
    .option('--concurrency <n>', `cases in flight at once (default: ${defaultRunFlags.concurrency})`)
    .option('--install-folder <folder>', `where presets are installed (default: ${defaultRunFlags.installFolder})`);
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
export async function toCertifyOptions(flags: RunFlags, shell: Shell): Promise<CertifyOptions> {
  const source = await relaySource(flags);
  const { recordings, scenarios } = loadRecordingSet(recordingSources(flags));
  const known = new Set(requirements.map(({ id }) => id));
  return {
    source,
    recordings,
    scenarios,
    ...(flags.level === undefined ? {} : { level: flags.level }),
    only: flags.only,
    routes: flags.route,
    cases: flags.case,
    seed: flags.seed,
    exhaustive: flags.exhaustive,
    strict: flags.strict,
    ...(flags.shard === undefined ? {} : { shard: parseShard(flags.shard) }),
    deviations: flags.deviations === undefined ? [] : readDeviations(flags.deviations, known),
    ...(flags.testNamePattern === undefined ? {} : { testNamePattern: flags.testNamePattern }),
    watch: flags.watch,
    // Who stays to watch wants to see what runs again.
    reporters: flags.watch && flags.reporter.length === 0 ? ['default'] : flags.reporter,
    outputFolder: resolve(shell.folder, outputFolder(flags, source)),
    concurrency: parseCount(flags.concurrency, '--concurrency'),
    version: packageVersion,
    again: againCommand(flags, shell.program),
    clock: shell.clock,
    environment: shell.environment,
    installFolder: resolve(shell.folder, flags.installFolder),
    rerunOn: [...(flags.config === undefined ? [] : [flags.config]), ...flags.recordings].map((path) =>
      resolve(shell.folder, path),
    ),
  };
}

/** The folder of a run's report, as it is shown. */
export function outputFolder(flags: Pick<RunFlags, 'output'>, source: RelaySource): string {
  return flags.output ?? `.relaycert/${relayProfile(source).name}`;
}

export function recordingSources({ recordings, dialect }: Pick<PlanFlags, 'recordings' | 'dialect'>) {
  if (recordings.length === 0 && dialect !== undefined) {
    throw new UsageFault(
      'it says the dialect of recordings, and none are named',
      '--dialect',
      'name them with --recordings',
    );
  }
  return recordings.map((path) => ({ path, ...(dialect === undefined ? {} : { dialect }) }));
}

/** The relay that the flags name. Throws a UsageFault for an unknown preset and for a config that cannot be used. */
async function relaySource({
  relay = 'reference',
  config,
  breakage,
}: Pick<PlanFlags, 'relay' | 'config' | 'breakage'>): Promise<RelaySource> {
  if (config !== undefined) {
    return { kind: 'config', config: await loadRelayConfig(config) };
  }
  const id = presetIds.find((known) => known === relay);
  if (id === undefined) {
    const guess = nearest(relay, presetIds);
    const hint =
      guess === undefined
        ? `there are ${presetIds.join(', ')}; describe your own with --config`
        : `did you mean ${guess}?`;
    throw new UsageFault(`there is no preset ${relay}`, '--relay', hint);
  }
  const preset = presets[id];
  return breakage === undefined ? { kind: 'preset', preset } : brokenSource(preset, breakage);
}

function brokenSource(preset: RelayPreset, id: string): RelaySource {
  const breakages = mutations.filter((mutation) => mutation.target === 'request' || mutation.breakage !== undefined);
  const breakage = breakages.find((mutation) => mutation.id === id);
  if (breakage === undefined) {
    const guess = nearest(
      id,
      breakages.map((mutation) => mutation.id),
    );
    throw new UsageFault(
      `there is no breakage ${id}`,
      '--breakage',
      guess === undefined ? 'relaycert list mutations' : `did you mean ${guess}?`,
    );
  }
  if (preset.kind !== 'in-process') {
    throw new UsageFault(`${preset.id} cannot be broken`, '--breakage', 'only the reference relay is ours to break');
  }
  return { kind: 'broken', preset, breakage };
}

function parseShard(text: string): Shard {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number);
  if (index < 1 || index > count) {
    throw new UsageFault(`${text} is no shard`, '--shard', 'write it as 1/3, 2/3, 3/3');
  }
  return { index, count };
}

/** A whole number from 1 on. Throws a UsageFault for anything else. */
function parseCount(text: string, place: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) {
    throw new UsageFault(`${text} is no whole number from 1 on`, place, 'leave it out for the default');
  }
  return count;
}
