import { join, resolve } from 'node:path';
import { systemClock } from '../core/clock.ts';
import type { Level } from '../core/level.ts';
import { packageVersion } from '../core/package-version.ts';
import type { RecordingSource } from '../recording/load-recordings.ts';
import { loadRelayConfig, toRelayConfig } from '../relays/load-config.ts';
import { presetIds, presets } from '../relays/presets.generated.ts';
import type { RelayDefinition } from '../relays/relay-definition.ts';
import type { Environment } from '../relays/running-relay.ts';
import { requirements } from '../requirements/registry.generated.ts';
import type { CertifyOptions } from './certify.ts';
import { readDeviations } from './deviations.ts';
import { loadRecordingSet } from './recording-set.ts';
import type { RelaySource } from './relay-source.ts';

/** The choices of a run that is started from code; each one can be left out. */
export interface RunChoices {
  /** What is replayed instead of the recordings of this package. */
  readonly recordings?: readonly RecordingSource[];
  /** Default: the relay's own, else `core`. */
  readonly level?: Level;
  /** Beginnings of requirement ids; all by default. */
  readonly only?: readonly string[];
  /** `client<upstream`, `client<` or `<upstream`; all by default. */
  readonly routes?: readonly string[];
  /** Case ids, or texts that case paths contain; all by default. */
  readonly cases?: readonly string[];
  /** Seed of all chance; `1` by default. */
  readonly seed?: string;
  /** Every position of every mutation on every recording. */
  readonly exhaustive?: boolean;
  /** Should-findings refuse too. */
  readonly strict?: boolean;
  /** Path of a YAML list of findings that are accepted. */
  readonly deviations?: string;
  /** Where presets are installed; `.relays` by default. */
  readonly installFolder?: string;
  /** Cases in flight at once; 16 by default. */
  readonly concurrency?: number;
}

/**
 * The options of a run with all defaults filled in.
 *
 * @param relay a definition, the path of a config file, or the id of a preset
 * @param environment where a relay's own environment is taken from: PATH, HOME, LANG and what it asks for
 * @param folder absolute folder that relative paths in a definition start from
 * @throws UsageFault for whatever is wrong with the relay and the files
 */
export async function runOptions(
  relay: RelayDefinition | string,
  choices: RunChoices,
  environment: Environment,
  folder: string,
): Promise<CertifyOptions> {
  const known = new Set(requirements.map(({ id }) => id));
  return {
    source: await toSource(relay, folder),
    ...loadRecordingSet(choices.recordings ?? []),
    ...(choices.level === undefined ? {} : { level: choices.level }),
    only: choices.only ?? [],
    routes: choices.routes ?? [],
    cases: choices.cases ?? [],
    seed: choices.seed ?? '1',
    exhaustive: choices.exhaustive ?? false,
    strict: choices.strict ?? false,
    deviations: choices.deviations === undefined ? [] : readDeviations(choices.deviations, known),
    watch: false,
    reporters: [],
    outputFolder: join(folder, '.relaycert'),
    concurrency: choices.concurrency ?? 16,
    version: packageVersion,
    again: againFor(relay),
    clock: systemClock,
    environment,
    installFolder: resolve(folder, choices.installFolder ?? '.relays'),
    rerunOn: [],
  };
}

async function toSource(relay: RelayDefinition | string, folder: string): Promise<RelaySource> {
  if (typeof relay !== 'string') {
    return { kind: 'config', config: toRelayConfig(relay, `relay ${relay.name}`, folder) };
  }
  const preset = presetIds.find((id) => id === relay);
  return preset === undefined
    ? { kind: 'config', config: await loadRelayConfig(relay) }
    : { kind: 'preset', preset: presets[preset] };
}

/** A definition in code has no name on the command line; its run can only be started again from that code. */
function againFor(relay: RelayDefinition | string): string {
  if (typeof relay !== 'string') {
    return 'certify again, from the code that defines this relay,';
  }
  const isPreset = presetIds.some((id) => id === relay);
  return `npx relaycert certify ${isPreset ? '--relay' : '--config'} ${relay}`;
}
