import { resolve } from 'node:path';
import { type Clock, systemClock } from '../../core/clock.ts';
import type { RelayProfile } from '../../relays/relay-config.ts';
import type { RelayDefinition } from '../../relays/relay-definition.ts';
import type { Environment } from '../../relays/running-relay.ts';
import { requirements } from '../../requirements/registry.generated.ts';
import { readDeviations } from '../judge/deviations.ts';
import { againCommand } from './again-command.ts';
import type { CertifyOptions } from './certify-options.ts';
import { loadRecordingSet } from './recording-set.ts';
import { loadRelay, type RelayChoice, relayChoice } from './relay-under-test.ts';
import { defaultRunOptions, type RunChoices, type RunOptions, reportFolder } from './run-options.ts';

/** Where a run is started. */
export interface RunSite {
  readonly clock: Clock;
  readonly environment: Environment;
  /** Absolute folder that relative paths start from. */
  readonly folder: string;
  /** How this program is started, to be pasted: `npx relaycert`. */
  readonly program: string;
}

/**
 * All that a run needs, read and checked; nothing is started.
 *
 * @throws UsageFault for whatever is wrong with the relay, the options and the files
 */
export async function loadRun(relay: RelayChoice, choices: RunChoices, site: RunSite): Promise<CertifyOptions> {
  const chosen: RunOptions = { ...defaultRunOptions, ...choices };
  const { recordings, require, level, deviations, output, concurrency, ...same } = chosen;
  const { clock, environment, folder, program } = site;
  const underTest = await loadRelay(relay, folder);
  const { profile } = underTest;
  return {
    ...same,
    relay: underTest,
    ...loadRecordingSet(recordings),
    grade: require ?? profile.grade,
    level: level ?? profile.level,
    concurrency: concurrencyFor(profile, concurrency),
    deviations: deviations === undefined ? [] : readDeviations(deviations, new Set(requirements.map(({ id }) => id))),
    // In watch mode, show what reruns.
    reporters: same.watch && same.reporters.length === 0 ? ['default'] : same.reporters,
    outputFolder: resolve(folder, reportFolder(output, profile.name)),
    installFolder: resolve(folder, same.installFolder),
    rerunOn: [...('config' in relay ? [relay.config] : []), ...recordings.map(({ path }) => path)].map((path) =>
      resolve(folder, path),
    ),
    again: againCommand(relay, chosen, program),
    clock,
    environment,
  };
}

/** Cases in flight at once where nobody says how many. */
export const defaultConcurrency = 16;

/** A relay that is reset or started again between cases runs one at a time: otherwise one case would cut off another. */
function concurrencyFor({ concurrency, resets, restart = 'never' }: RelayProfile, chosen: number | undefined): number {
  return resets === true || restart !== 'never' ? 1 : (chosen ?? concurrency ?? defaultConcurrency);
}

/**
 * The same for a program that uses this package.
 *
 * @param relay a definition, the path of a config file, or the id of a preset
 */
export function loadRunInCode(
  relay: RelayDefinition | string,
  choices: RunChoices,
  environment: Environment,
): Promise<CertifyOptions> {
  const site = { clock: systemClock, environment, folder: process.cwd(), program: 'npx relaycert' };
  return loadRun(relayChoice(relay), choices, site);
}
