import { sha256 } from '../core/hash.ts';
import type { Mutation } from '../core/mutation.ts';
import type { InProcessPreset, RelayPreset } from '../relays/preset.ts';
import type { RelayConfig, RelayProfile } from '../relays/relay-config.ts';
import type { RunningRelay } from '../relays/running-relay.ts';
import { type PresetStartOptions, presetProfile, startPreset } from '../relays/start-preset.ts';
import { startRelay } from '../relays/start-relay.ts';

/** The relay under test: one that we know how to install, or one that its owner described. */
export type RelaySource =
  | { readonly kind: 'preset'; readonly preset: RelayPreset }
  /** Our own relay, made to lie in one way: what a refusal looks like. */
  | { readonly kind: 'broken'; readonly preset: InProcessPreset; readonly breakage: Mutation }
  | { readonly kind: 'config'; readonly config: RelayConfig };

export function relayProfile(source: RelaySource): RelayProfile {
  switch (source.kind) {
    case 'preset':
      return presetProfile(source.preset);
    case 'broken': {
      const { name, hash, ...profile } = source.preset.profile;
      return { ...profile, name: `${name}-${source.breakage.id}`, hash: sha256(`${hash} ${source.breakage.id}`) };
    }
    case 'config':
      return source.config;
  }
}

export function startSource(source: RelaySource, options: PresetStartOptions): Promise<RunningRelay> {
  switch (source.kind) {
    case 'preset':
      return startPreset(source.preset, options);
    case 'broken':
      return startPreset(source.preset, { ...options, breakage: source.breakage });
    case 'config':
      return startRelay(source.config, options);
  }
}
