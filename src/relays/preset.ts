import type { Mutation } from '../core/mutation.ts';
import type { RelayConfig, RelayProfile } from './relay-config.ts';
import type { RunningRelay, StartOptions } from './running-relay.ts';

/** What installs the packages of a preset. */
export type PackageManager = 'npm' | 'pip';

/** A relay from a package registry, run as a process of its own. */
export interface ProcessPreset {
  readonly kind: 'process';
  /** Also the name of the folder beside this file that holds its lock files and scripts. */
  readonly id: string;
  readonly packages: PackageManager;
  readonly title: string;
  /** The config for an installation in `folder`. Nothing has to exist there yet. */
  readonly configure: (folder: string) => RelayConfig;
}

export interface InProcessStartOptions extends StartOptions {
  /** What the relay is to do wrong, to show what a refusal looks like. */
  readonly breakage?: Mutation;
}

/** A relay of our own that needs neither an installation nor a process. */
export interface InProcessPreset {
  readonly kind: 'in-process';
  readonly id: string;
  readonly title: string;
  readonly profile: RelayProfile;
  readonly start: (upstreamUrl: string, options: InProcessStartOptions) => Promise<RunningRelay>;
}

export type RelayPreset = ProcessPreset | InProcessPreset;
