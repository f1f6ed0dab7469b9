import type { Gate } from './gate.ts';
import type { RunCompared } from './tended-runs.ts';

/**
 * Runs a case once more if a deadline cut its answer while it ran beside more others than run at once by now: then the
 * relay had more to do than it keeps up with, and that was our doing.
 */
export function unhurried(run: RunCompared, gate: Pick<Gate, 'width'>): RunCompared {
  return async (planned, baseline) => {
    const first = await run(planned, baseline);
    const cut = first.evidence?.client.capture.deadline !== undefined;
    return cut && first.concurrency > gate.width() ? run(planned, baseline) : first;
  };
}
