import { UsageFault } from '../../core/fault.ts';
import { sha256 } from '../../core/hash.ts';
import type { Mutation } from '../../core/mutation.ts';
import { suggestion } from '../../core/nearest.ts';
import { mutations } from '../../mutations/registry.generated.ts';
import { loadRelayConfig, toRelayConfig } from '../../relays/load-config.ts';
import type { RelayPreset } from '../../relays/preset.ts';
import { presetIds, presets } from '../../relays/presets.generated.ts';
import type { RelayConfig, RelayProfile } from '../../relays/relay-config.ts';
import type { RelayDefinition } from '../../relays/relay-definition.ts';
import type { RunningRelay } from '../../relays/running-relay.ts';
import { type PresetStartOptions, presetProfile, startPreset } from '../../relays/start-preset.ts';
import { startRelay } from '../../relays/start-relay.ts';

/** The relay under test: one that we know how to install, or one that its owner described. */
export interface RelayUnderTest {
  readonly profile: RelayProfile;
  /** @throws UsageFault | HarnessFault when it does not get ready; nothing is left running then */
  readonly start: (options: PresetStartOptions) => Promise<RunningRelay>;
}

/** How a user names a relay: a preset, the path of a config file, or a definition in code. */
export type RelayChoice =
  /** `breakage`: a mutation that makes our own relay lie in this one way, to show what a refusal looks like. */
  | { readonly preset: string; readonly breakage?: string }
  | { readonly config: string }
  | { readonly definition: RelayDefinition };

/** The relay that is meant by a definition, the path of a config file, or the id of a preset. */
export function relayChoice(relay: RelayDefinition | string): RelayChoice {
  if (typeof relay !== 'string') {
    return { definition: relay };
  }
  return presetIds.some((id) => id === relay) ? { preset: relay } : { config: relay };
}

/**
 * @param folder absolute folder that relative paths in a definition start from
 * @throws UsageFault for an unknown preset or breakage, and for a config that cannot be used
 */
export async function loadRelay(choice: RelayChoice, folder: string): Promise<RelayUnderTest> {
  if ('definition' in choice) {
    const { definition } = choice;
    return configuredRelay(toRelayConfig(definition, `relay ${definition.name}`, folder));
  }
  if ('config' in choice) {
    return configuredRelay(await loadRelayConfig(choice.config));
  }
  const preset = findPreset(choice.preset);
  return choice.breakage === undefined ? presetRelay(preset) : brokenRelay(preset, findBreakage(choice.breakage));
}

function configuredRelay(config: RelayConfig): RelayUnderTest {
  return { profile: config, start: (options) => startRelay(config, options) };
}

function presetRelay(preset: RelayPreset): RelayUnderTest {
  return { profile: presetProfile(preset), start: (options) => startPreset(preset, options) };
}

function brokenRelay(preset: RelayPreset, breakage: Mutation): RelayUnderTest {
  if (preset.kind !== 'in-process') {
    throw new UsageFault(`${preset.id} cannot be broken`, '--breakage', 'only the reference relay is ours to break');
  }
  const { profile } = preset;
  return {
    profile: {
      ...profile,
      name: `${profile.name}-${breakage.id}`,
      hash: sha256(`${profile.hash} ${breakage.id}`),
    },
    start: (options) => startPreset(preset, { ...options, breakage }),
  };
}

function findPreset(name: string): RelayPreset {
  const id = presetIds.find((known) => known === name);
  if (id === undefined) {
    const all = `there are ${presetIds.join(', ')}; describe your own with --config`;
    throw new UsageFault(`there is no preset ${name}`, '--relay', suggestion(name, presetIds, all));
  }
  return presets[id];
}

function findBreakage(id: string): Mutation {
  const breakages = mutations.filter((mutation) => mutation.target === 'request' || mutation.breakage !== undefined);
  const breakage = breakages.find((mutation) => mutation.id === id);
  if (breakage === undefined) {
    const ids = breakages.map((mutation) => mutation.id);
    throw new UsageFault(`there is no breakage ${id}`, '--breakage', suggestion(id, ids, 'relaycert list mutations'));
  }
  return breakage;
}
