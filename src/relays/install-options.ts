import type { Clock } from '../core/clock.ts';
import type { Environment } from './running-relay.ts';

export interface InstallOptions {
  /** Absolute folder that holds one folder per preset: `.relays` in the working directory. */
  readonly folder: string;
  readonly clock: Clock;
  readonly onProgress: (line: string) => void;
  /** The environment of the package manager: PATH, proxies, its own settings. */
  readonly environment: Environment;
  /** Path of npm. Where it is left out, npm is looked for beside our Node.js, then on PATH. */
  readonly npm?: string;
}
