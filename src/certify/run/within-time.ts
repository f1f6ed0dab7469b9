import type { Clock } from '../../core/clock.ts';
import type { Budget } from '../options/budget.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import { withinBudget } from '../plan/within-budget.ts';
import type { Session } from './session.ts';

/** So many cases tell how fast relay and harness are together. */
const sample = 96;

/**
 * As many of the cases as a time allows. It is turned into a number before the first of them, so that the run can be repeated:
 * unchanged cases are run, whose results the run needs anyway, and the rest of the time is filled at their speed.
 */
export async function withinTime(
  cases: readonly PlannedCase[],
  budget: Extract<Budget, { kind: 'time' }>,
  { seed, clock, session }: { readonly seed: string; readonly clock: Clock; readonly session: Pick<Session, 'run'> },
): Promise<readonly PlannedCase[]> {
  const unchanged = cases.filter(({ mutation }) => mutation === undefined).slice(0, sample);
  const startedAt = clock.now();
  await Promise.all(unchanged.map((planned) => session.run(planned)));
  const tookMs = clock.now() - startedAt;
  const left = Math.max(0, budget.ms - tookMs);
  const number = unchanged.length + Math.floor((left * unchanged.length) / Math.max(1, tookMs));
  return withinBudget(cases, { kind: 'cases', cases: Math.max(1, number) }, seed);
}
