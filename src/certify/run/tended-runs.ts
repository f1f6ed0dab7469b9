import type { Clock } from '../../core/clock.ts';
import type { Outcome } from '../../core/outcome.ts';
import { type RouteName, routeName } from '../../core/route.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { CaseRun } from './case-run.ts';
import type { Gate } from './gate.ts';
import { finderOf, type RouteState } from './preflight.ts';
import { createRelayDeaths, type RelayDeaths } from './relay-deaths.ts';
import type { RelayKeeper } from './relay-keeper.ts';
import type { SendCase } from './send-case.ts';

export interface TendingTools {
  readonly gate: Gate;
  readonly keeper: RelayKeeper;
  readonly send: SendCase;
  readonly states: ReadonlyMap<RouteName, RouteState>;
  readonly clock: Clock;
  readonly tell: (line: string) => void;
}

/** Runs cases on a relay that may end meanwhile. */
export interface TendedRuns {
  /** Beside others, as far as the case can be told apart from them. */
  readonly run: RunCompared;
  /** When nothing else runs, after something that is done first. */
  readonly runAlone: (first: () => Promise<void>) => RunCompared;
  readonly deaths: RelayDeaths;
}

/** Runs a case; `baseline` is what the client got when its recording was replayed unchanged. */
export type RunCompared = (planned: PlannedCase, baseline: Outcome | undefined) => Promise<CaseRun>;

export function tendRuns({ gate, keeper, send, states, clock, tell }: TendingTools): TendedRuns {
  const stateOf = ({ route }: PlannedCase): RouteState | undefined => states.get(routeName(route));
  const [control] = [...states.values()].flatMap((state) => ('control' in state ? [state.control] : []));
  const deaths = createRelayDeaths({
    gate,
    keeper,
    now: clock.now,
    sleep: clock.sleep,
    runOnce: (planned, baseline) => send(planned, { finder: finderOf(stateOf(planned)), baseline, concurrency: 1 }),
    control: () => control,
    tell,
  });
  /** What its number of requests would end is started again before: that fault is known, and others are not. */
  const renew = async (): Promise<void> => {
    if (deaths.isDue()) {
      await keeper.restart();
    }
  };
  const notRun = (reason: string): CaseRun => ({ notRun: reason, concurrency: gate.width(), delayMs: 0 });

  const runAs = async (
    planned: PlannedCase,
    baseline: Outcome | undefined,
    first: (() => Promise<void>) | undefined,
  ): Promise<CaseRun> => {
    const state = stateOf(planned);
    if (state !== undefined && 'failed' in state) {
      return notRun(`its route failed the preflight: ${state.failed}`);
    }
    const finder = finderOf(state);
    const start = async (): Promise<{ readonly run?: CaseRun | Promise<CaseRun> }> => {
      const lost = deaths.gone() ?? deaths.spared(planned);
      if (lost !== undefined) {
        return { run: notRun(lost) };
      }
      if (deaths.isDue() && first === undefined) {
        return {};
      }
      // Between the look at the number of requests and the next request nothing may be waited for.
      if (first !== undefined) {
        await first();
      }
      const generation = keeper.generation();
      if (keeper.ended() !== undefined) {
        return { run: deaths.join(generation, { planned, baseline }) };
      }
      const concurrency = first === undefined ? gate.width() : 1;
      const sent = await send(planned, { finder, baseline, concurrency });
      if (sent.ended !== undefined) {
        return { run: deaths.join(generation, { planned, baseline, run: sent }) };
      }
      deaths.passed(generation, { planned, baseline, run: sent });
      return { run: sent };
    };
    // A case that only its being alone tells apart must not overlap with any other.
    const alone = first !== undefined || finder === 'single-flight';
    for (;;) {
      const { run } = await (alone ? gate.alone(start) : gate.beside(start));
      if (run !== undefined) {
        return run;
      }
      await gate.alone(renew, 'first');
    }
  };
  return {
    run: (planned, baseline) => runAs(planned, baseline, undefined),
    runAlone: (first) => (planned, baseline) => runAs(planned, baseline, first),
    deaths,
  };
}
