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
  /** Lets fewer cases run at once from now on where the relay was still sending: it did not hang, it had too much to do. */
  readonly note: (planned: PlannedCase, run: CaseRun) => void;
  readonly has: (planned: PlannedCase) => boolean;
  /** Runs those once more that ran beside more others than run at once by now. The others keep their result. */
  readonly runAgain: (
    cases: readonly Postponed[],
    run: (planned: PlannedCase) => Promise<CaseResult>,
    onCase: (result: CaseResult) => void,
  ) => Promise<void>;
}

/** What came so shortly before a deadline shows that more would have come. */
const stillSendingMs = 1_000;

export function createHurriedCases(
  { width, narrow }: Pick<Gate, 'width' | 'narrow'>,
  tell: (line: string) => void,
): HurriedCases {
  const beside = new Map<string, number>();
  return {
    note: (planned, { evidence, concurrency }) => {
      const capture = evidence?.client.capture;
      if (capture?.deadline === undefined || concurrency === 1) {
        return;
      }
      beside.set(planned.id, concurrency);
      const lastMs = capture.chunks.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;
      // Of several that were cut together, the first has seen to it.
      if (capture.endedAtMs - lastMs <= stillSendingMs && concurrency === width()) {
        narrow(Math.ceil(concurrency / 2));
        tell(
          `the relay was still sending when a deadline cut its answer, with ${concurrency} cases at once: ${width()} at once from now on`,
        );
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
