import type { Grade } from '../../core/grade.ts';
import type { Level } from '../../core/level.ts';
import type { RecordingSource } from '../../recording/load-recordings.ts';
import type { Shard } from '../judge/run-header.ts';
import type { Budget } from './budget.ts';

/** All that a user chooses about a run, wherever it is started from. This is the one place that says what and its default. */
export interface RunOptions {
  /** What is replayed; empty for the recordings of this package. */
  readonly recordings: readonly RecordingSource[];
  /** The grade that the relay has to earn. Default: the relay's own, else `protective`. */
  readonly require?: Grade;
  /** Default: the relay's own, else `core`. */
  readonly level?: Level;
  /** Beginnings of requirement ids; empty for all. */
  readonly only: readonly string[];
  /** `client<upstream`, `client<` or `<upstream`; empty for all but those on demand. */
  readonly routes: readonly string[];
  /** Case ids or beginnings of them, or texts that case paths contain; empty for all. */
  readonly cases: readonly string[];
  /** Seed of all chance. */
  readonly seed: string;
  /** Every position and value of every mutation on every recording. */
  readonly exhaustive: boolean;
  /** How much of the selection is run; all of it where absent. */
  readonly budget?: Budget;
  /** Should-findings refuse too. */
  readonly strict: boolean;
  /** Path of a YAML list of findings that are accepted. */
  readonly deviations?: string;
  /** Runs only this part of the selection. */
  readonly shard?: Shard;
  /** Regular expression over `topic > case path`, vitest's `-t`. */
  readonly testNamePattern?: string;
  /** Stay and run again on demand. */
  readonly watch: boolean;
  /** vitest reporters beside ours, by name or path. */
  readonly reporters: readonly string[];
  /** Folder of the report; `.relaycert/<relay>` where absent. */
  readonly output?: string;
  /** Cases in flight at once, at most. Default: the relay's own, else 16. */
  readonly concurrency?: number;
  /** Folder where presets are installed. */
  readonly installFolder: string;
}

/** What options that are not given stand for. */
export const defaultRunOptions: RunOptions = {
  recordings: [],
  only: [],
  routes: [],
  cases: [],
  seed: '1',
  exhaustive: false,
  strict: false,
  watch: false,
  reporters: [],
  installFolder: '.relays',
};

/** The options of a run that are not left to their defaults (`defaultRunOptions`). */
export type RunChoices = Partial<RunOptions>;

/** The folder of a run's report, as it is shown. */
export function reportFolder(output: string | undefined, relayName: string): string {
  return output ?? `.relaycert/${relayName}`;
}
