import type { RouteName } from '../../core/route.ts';
import { routeName } from '../../core/route.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { Gate } from './gate.ts';
import type { Pace } from './pace.ts';
import type { RouteState } from './preflight.ts';
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
  const burst = cases
    .flatMap((planned) => {
      const state = states.get(routeName(planned.route));
      const plain = planned.mutation === undefined && planned.topic === 'answers';
      return plain && state !== undefined && 'finder' in state && state.finder !== 'single-flight'
        ? [{ planned, finder: state.finder }]
        : [];
    })
    .slice(0, concurrency);
  await Promise.allSettled(burst.map(({ planned, finder }) => send(planned, { finder, concurrency, purpose: 'pace' })));
}
