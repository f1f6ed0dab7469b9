import type { CaseResult } from '../judge/result.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { CaseRun } from './case-run.ts';
import type { Gate } from './gate.ts';
import type { Postponed } from './run-again.ts';

/**
 * Cases whose answer a deadline cut while others ran beside them. Whether the relay had too much to do is known only when
 * the run is over: then fewer run at once, and that was our doing.
 */
export interface HurriedCases {
  readonly note: (planned: PlannedCase, run: CaseRun) => void;
  readonly has: (planned: PlannedCase) => boolean;
  /** Runs those once more that ran beside more others than run at once by now. The others keep their result. */
  readonly runAgain: (
    cases: readonly Postponed[],
    run: (planned: PlannedCase) => Promise<CaseResult>,
    onCase: (result: CaseResult) => void,
  ) => Promise<void>;
}

export function createHurriedCases({ width }: Pick<Gate, 'width'>): HurriedCases {
  const beside = new Map<string, number>();
  return {
    note: (planned, { evidence, concurrency }) => {
      if (evidence?.client.capture.deadline !== undefined && concurrency > 1) {
        beside.set(planned.id, concurrency);
      }
    },
    has: ({ id }) => beside.has(id),
    runAgain: async (cases, run, onCase) => {
      const now = width();
      await Promise.all(
        cases.map(async ({ planned, result }) => {
          onCase((beside.get(planned.id) ?? 0) > now ? await run(planned) : result);
        }),
      );
    },
  };
}
