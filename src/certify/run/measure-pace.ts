import type { RouteName } from '../../core/route.ts';
import { routeName } from '../../core/route.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { Gate } from './gate.ts';
import type { Pace } from './pace.ts';
import { finderOf, type RouteState } from './preflight.ts';
import type { SendCase } from './send-case.ts';

export interface PaceTools {
  readonly gate: Gate;
  readonly pace: Pace;
  readonly send: SendCase;
  readonly slowMs: number;
}

/**
 * Sends as many unchanged cases at once as may run at once, so that a relay that cannot bear it is spared before the first
 * verdict. A relay that is so fast that it would be fast enough one by one is not asked.
 */
export async function measurePace(
  cases: readonly PlannedCase[],
  states: ReadonlyMap<RouteName, RouteState>,
  { gate, pace, send, slowMs }: PaceTools,
): Promise<void> {
  const concurrency = gate.width();
  if (concurrency === 1 || (pace.fastestMs() ?? 0) * concurrency <= slowMs) {
    return;
  }
  const burst = unchangedCases(cases, states).slice(0, concurrency);
  await Promise.allSettled(
    burst.map((planned) => {
      const finder = finderOf(states.get(routeName(planned.route)));
      return send(planned, { finder, concurrency, purpose: 'pace' });
    }),
  );
}

/** Cases that a relay answers in full, on routes that work and where several can run at once. */
export function unchangedCases(
  cases: readonly PlannedCase[],
  states: ReadonlyMap<RouteName, RouteState>,
): readonly PlannedCase[] {
  return cases.filter((planned) => {
    const state = states.get(routeName(planned.route));
    const apart = state !== undefined && 'finder' in state && state.finder !== 'single-flight';
    return apart && planned.mutation === undefined && planned.topic === 'answers';
  });
}
