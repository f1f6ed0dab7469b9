import type { Evidence } from '../../core/evidence.ts';
import type { CaseResult } from '../judge/result.ts';
import type { RunHeader } from '../judge/run-header.ts';
import type { PlannedCase } from '../plan/planned-case.ts';

/** What a run tells while it goes on. */
export interface RunListener {
  /** A step before the first case, in one line: an installation, a start. */
  readonly onProgress?: (line: string) => void;
  /** Once, when the relay is up and the first case is about to run. */
  readonly onStart?: (header: RunHeader) => void;
  /** Each case when it has ended; in a watch run the same one may come again. */
  readonly onCase?: (result: CaseResult) => void;
  /** All that was seen of a case, payload included; only for traffic that is known to be made up. */
  readonly onEvidence?: (planned: PlannedCase, evidence: Evidence) => void;
}
