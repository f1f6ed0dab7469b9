import type { Clock } from '../../core/clock.ts';
import type { Grade } from '../../core/grade.ts';
import type { Level } from '../../core/level.ts';
import type { Scenario } from '../../core/scenario.ts';
import type { Recording } from '../../recording/recording.ts';
import type { Environment } from '../../relays/running-relay.ts';
import type { Deviation } from '../judge/deviations.ts';
import type { RelayUnderTest } from './relay-under-test.ts';
import type { RunOptions } from './run-options.ts';

/** The options of a run with everything that they name loaded and checked. */
export interface CertifyOptions
  extends Omit<
    RunOptions,
    'recordings' | 'require' | 'level' | 'deviations' | 'output' | 'installFolder' | 'concurrency'
  > {
  readonly relay: RelayUnderTest;
  readonly recordings: readonly Recording[];
  readonly scenarios: readonly Scenario[];
  readonly grade: Grade;
  readonly level: Level;
  /** Cases in flight at once, at most. */
  readonly concurrency: number;
  readonly deviations: readonly Deviation[];
  /** Absolute. */
  readonly outputFolder: string;
  /** Absolute. */
  readonly installFolder: string;
  /** Absolute paths of the files whose change starts a watch run again. */
  readonly rerunOn: readonly string[];
  /** Command that starts this run again, for replay lines. */
  readonly again: string;
  readonly clock: Clock;
  /** Where a relay's own environment is taken from: PATH, HOME, LANG and what it asks for. */
  readonly environment: Environment;
}
