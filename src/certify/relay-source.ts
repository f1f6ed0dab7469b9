import type { RelayPreset } from '../relays/preset.ts';
import type { RelayConfig, RelayProfile } from '../relays/relay-config.ts';
import type { RunningRelay } from '../relays/running-relay.ts';
import { type PresetStartOptions, presetProfile, startPreset } from '../relays/start-preset.ts';
import { startRelay } from '../relays/start-relay.ts';

/** The relay under test: one that we know how to install, or one that its owner described. */
export type RelaySource =
  | { readonly kind: 'preset'; readonly preset: RelayPreset }
  | { readonly kind: 'config'; readonly config: RelayConfig };

export function relayProfile(source: RelaySource): RelayProfile {
  switch (source.kind) {
    case 'preset':
      return presetProfile(source.preset);
    case 'config':
      return source.config;
  }
}

export function startSource(source: RelaySource, options: PresetStartOptions): Promise<RunningRelay> {
  switch (source.kind) {
    case 'preset':
      return startPreset(source.preset, options);
    case 'config':
      return startRelay(source.config, options);
  }
}
