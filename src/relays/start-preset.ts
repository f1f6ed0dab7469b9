import { installPreset } from './install-preset.ts';
import type { InProcessStartOptions, RelayPreset } from './preset.ts';
import type { RelayProfile } from './relay-config.ts';
import type { RunningRelay } from './running-relay.ts';
import { startRelay } from './start-relay.ts';

export interface PresetStartOptions extends InProcessStartOptions {
  /** Absolute folder for installations: `.relays` in the working directory. */
  readonly installFolder: string;
}

/** What is known about a preset without starting or installing it. */
export function presetProfile(preset: RelayPreset): RelayProfile {
  switch (preset.kind) {
    case 'process':
      return preset.configure('/');
    case 'in-process':
      return preset.profile;
  }
}

/**
 * Installs a preset if needed, and starts it.
 *
 * @throws HarnessFault when it cannot be installed or does not become ready
 */
export async function startPreset(preset: RelayPreset, options: PresetStartOptions): Promise<RunningRelay> {
  switch (preset.kind) {
    case 'process': {
      const { clock, environment, onProgress } = options;
      const folder = await installPreset(preset, { folder: options.installFolder, clock, environment, onProgress });
      return startRelay(preset.configure(folder), options);
    }
    case 'in-process':
      return preset.start(options.upstreamUrl, options);
  }
}
