import type { RouteName } from '../../core/route.ts';
import { routeName } from '../../core/route.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { Gate } from './gate.ts';
import type { Pace } from './pace.ts';
import { finderOf, type RouteState } from './preflight.ts';
import type { SendCase } from './send-case.ts';

/** So many answers say how long one takes when nothing else runs. */
const leastAlone = 3;

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
  if (concurrency === 1 || (pace.aloneMs() ?? 0) * concurrency <= slowMs) {
    return;
  }
  const plain = unchangedCases(cases, states);
  const sendOne = (planned: PlannedCase, atOnce: number): Promise<unknown> => {
    const finder = finderOf(states.get(routeName(planned.route)));
    return send(planned, { finder, concurrency: atOnce, purpose: 'pace' });
  };
  // The very first answers of a relay are slower than all others.
  for (const planned of plain.slice(0, leastAlone)) {
    await sendOne(planned, 1);
  }
  await Promise.allSettled(plain.slice(0, concurrency).map((planned) => sendOne(planned, concurrency)));
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
