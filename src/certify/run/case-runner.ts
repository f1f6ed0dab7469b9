import type { Evidence } from '../../core/evidence.ts';
import type { Outcome } from '../../core/outcome.ts';
import { routeName } from '../../core/route.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { CaseRun } from './case-run.ts';
import type { RunCompared } from './tended-runs.ts';

/** Runs cases and keeps what the unchanged ones showed, which others are compared with. */
export interface CaseRunner {
  readonly runOf: (planned: PlannedCase) => Promise<CaseRun>;
  /** Runs a case once more in another way, and keeps nothing of it. What it is compared with is not run again. */
  readonly runAgain: (planned: PlannedCase, run: RunCompared) => Promise<CaseRun>;
  /** Runs again what was run before, the next time that it is asked for. */
  readonly forget: () => void;
}

/**
 * @param plan the whole plan: a case may need the unchanged case of the same recording, selected or not
 * @param run runs one case
 */
export function createCaseRunner(plan: readonly PlannedCase[], run: RunCompared): CaseRunner {
  const unchanged = new Map(plan.filter(isUnchanged).map((planned) => [unchangedKey(planned), planned]));
  const kept = new Map<string, Promise<CaseRun>>();

  const runCompared = async (planned: PlannedCase, runIt = run): Promise<CaseRun> => {
    const same = planned.mutation?.effect === 'preserving' ? unchanged.get(unchangedKey(planned)) : undefined;
    if (same === undefined) {
      return runIt(planned, undefined);
    }
    const { evidence, notRun, concurrency } = await runOf(same);
    if (notRun !== undefined) {
      return { notRun: `the unchanged case that it is compared with was not run: ${notRun}`, concurrency, delayMs: 0 };
    }
    return runIt(planned, evidence === undefined ? undefined : outcomeToCompare(evidence));
  };
  const keep = async (planned: PlannedCase): Promise<CaseRun> => {
    const result = await runCompared(planned);
    if (result.notRun !== undefined) {
      kept.delete(planned.id);
    }
    return result;
  };
  const runOf = (planned: PlannedCase): Promise<CaseRun> => {
    if (!isUnchanged(planned)) {
      return runCompared(planned);
    }
    const result = kept.get(planned.id) ?? keep(planned);
    kept.set(planned.id, result);
    return result;
  };
  return { runOf, runAgain: runCompared, forget: () => kept.clear() };
}

/** Nothing of a relay that ended, or that we stopped waiting for: how far such an answer came is chance. */
function outcomeToCompare({ process, client }: Evidence): Outcome | undefined {
  return process?.ended === undefined && client.capture.deadline === undefined ? client.outcome : undefined;
}

function isUnchanged(planned: PlannedCase): boolean {
  return planned.mutation === undefined && planned.request.includeUsage;
}

function unchangedKey({ route, recording, mode }: PlannedCase): string {
  return `${routeName(route)}/${recording.dialect}/${recording.name}/${mode}`;
}
