import type { Evidence } from '../../core/evidence.ts';
import type { Outcome } from '../../core/outcome.ts';
import { routeName } from '../../core/route.ts';
import type { PlannedCase } from '../plan/planned-case.ts';

/** Runs cases and keeps the evidence of the unchanged ones, which others are compared with. */
export interface CaseRunner {
  readonly evidenceOf: (planned: PlannedCase) => Promise<Evidence>;
  /** Runs again what was run before, the next time that it is asked for. */
  readonly forget: () => void;
}

/**
 * @param plan the whole plan: a case may need the unchanged case of the same recording, selected or not
 * @param run runs one case; `baseline` is what the client got when its recording was replayed unchanged
 */
export function createCaseRunner(
  plan: readonly PlannedCase[],
  run: (planned: PlannedCase, baseline: Outcome | undefined) => Promise<Evidence>,
): CaseRunner {
  const unchanged = new Map(plan.filter(isUnchanged).map((planned) => [unchangedKey(planned), planned]));
  const kept = new Map<string, Promise<Evidence>>();

  const runCompared = async (planned: PlannedCase): Promise<Evidence> => {
    const same = planned.mutation?.effect === 'preserving' ? unchanged.get(unchangedKey(planned)) : undefined;
    const baseline = same === undefined ? undefined : await evidenceOf(same);
    return run(planned, baseline?.client.outcome);
  };
  const evidenceOf = (planned: PlannedCase): Promise<Evidence> => {
    if (!isUnchanged(planned)) {
      return runCompared(planned);
    }
    const evidence = kept.get(planned.id) ?? runCompared(planned);
    kept.set(planned.id, evidence);
    return evidence;
  };
  return { evidenceOf, forget: () => kept.clear() };
}

function isUnchanged(planned: PlannedCase): boolean {
  return planned.mutation === undefined && planned.request.includeUsage;
}

function unchangedKey({ route, recording, mode }: PlannedCase): string {
  return `${routeName(route)}/${recording.dialect}/${recording.name}/${mode}`;
}
