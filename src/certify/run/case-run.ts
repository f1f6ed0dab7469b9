import type { Evidence, ProcessEvidence } from '../../core/evidence.ts';

/** What came of running a case once. */
export interface CaseRun {
  /** Absent where the relay was not there to be asked. */
  readonly evidence?: Evidence;
  /** Why it shows nothing about the relay's answers, though that is no fault of ours. */
  readonly notRun?: string;
  /** It was not run because the relay itself refused it, which may pass. */
  readonly refused?: true;
  /** Milliseconds after which the relay wants to be asked again. */
  readonly retryAfterMs?: number;
  /** Cases that may have been in flight with it. */
  readonly concurrency: number;
  /** Milliseconds by which our own process was late meanwhile. */
  readonly delayMs: number;
  /** How the relay's process ended meanwhile. */
  readonly ended?: string;
}

/** The same run, with what is known about the relay's process. */
export function withProcess(run: CaseRun, process: ProcessEvidence): CaseRun {
  return run.evidence === undefined ? run : { ...run, evidence: { ...run.evidence, process } };
}
