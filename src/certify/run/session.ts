import type { Clock } from '../../core/clock.ts';
import { describeFault } from '../../core/fault.ts';
import type { Outcome } from '../../core/outcome.ts';
import { type RouteName, routeName } from '../../core/route.ts';
import { variesByCase } from '../../relays/case-value.ts';
import type { RelayProfile } from '../../relays/relay-config.ts';
import type { RunningRelay } from '../../relays/running-relay.ts';
import { startUpstream } from '../../upstream/upstream.ts';
import type { CaseResult } from '../judge/result.ts';
import type { CertifyOptions } from '../options/certify-options.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { PreparedRun } from '../plan/prepare-run.ts';
import type { CaseRun } from './case-run.ts';
import { createCaseRunner } from './case-runner.ts';
import { startDelayMeter } from './delay-meter.ts';
import { createGate, type Gate } from './gate.ts';
import { faultyCase, judgeCase } from './judge-case.ts';
import { measurePace } from './measure-pace.ts';
import { createPace } from './pace.ts';
import { preflight, type RouteState } from './preflight.ts';
import { createRelayDeaths, type RelayDeaths } from './relay-deaths.ts';
import { keepRelay, type RelayKeeper } from './relay-keeper.ts';
import { createRests } from './rests.ts';
import { type Postponed, runAgain } from './run-again.ts';
import type { RunListener } from './run-listener.ts';
import { createSendCase, type SendCase } from './send-case.ts';
import { createServedModels } from './served-models.ts';

export type SessionOptions = Pick<
  CertifyOptions,
  'relay' | 'seed' | 'recordings' | 'clock' | 'environment' | 'installFolder' | 'concurrency'
>;

/** A relay and its fake upstream while they run; cases can be run in any order and at once. */
export interface Session {
  /** The relay that runs now. */
  readonly relay: () => RunningRelay;
  /** Whether the end of the relay that ran last is a part of the results. */
  readonly explained: () => boolean;
  /** How many cases run at once, at most. It falls when the relay does not keep up. */
  readonly concurrency: () => number;
  /** Never rejects: what breaks is the `fault` of the result. */
  readonly run: (planned: PlannedCase) => Promise<CaseResult>;
  /** Runs once more what could not be run, as `runAgain` does. Every case gets a result, in order. */
  readonly runPostponed: (cases: readonly Postponed[], onCase: (result: CaseResult) => void) => Promise<void>;
  /** Runs again what was run before, the next time that it is asked for. */
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

/**
 * Starts upstream and relay, and finds out how cases can be told apart and how many at once the relay keeps up with.
 *
 * @throws UsageFault | HarnessFault as the relay's `start` and `preflight` do; nothing is left running then
 */
export async function openSession(
  { relay: underTest, seed, recordings, clock, environment, installFolder, concurrency }: SessionOptions,
  { plan, selected, requirements }: PreparedRun,
  { onProgress: tell = () => undefined, onEvidence }: RunListener = {},
): Promise<Session> {
  const { profile } = underTest;
  const models = createServedModels(profile.routes);
  const upstream = await startUpstream({ clock, models: models.list });
  const meter = startDelayMeter(clock);
  let opened: RelayKeeper | undefined;
  const close = async (): Promise<void> => {
    meter.stop();
    await opened?.stop();
    await upstream.close();
  };
  try {
    const start = (): Promise<RunningRelay> =>
      underTest.start({ upstreamUrl: upstream.url, clock, onProgress: tell, environment, installFolder });
    const keeper = await keepRelay(start, { clock, restart: profile.restart });
    opened = keeper;
    const gate = createGate(concurrency);
    const pace = createPace(gate, profile.deadlines.afterUpstreamEnd / 3, tell);
    const rests = createRests(clock, profile.restMs);
    const send = createSendCase({ profile, seed, recordings, clock, keeper, upstream, models, meter, pace });
    const states = await preflight(selected, {
      runWith: (planned, finder) => send(planned, { finder, concurrency: 1, purpose: 'preflight' }),
      rest: rests.rest,
      revive: () => revive(keeper),
      strays: () => upstream.strays,
      tell,
    });
    await measurePace(plan.cases, states, { gate, pace, send, slowMs: profile.deadlines.afterUpstreamEnd / 3 });
    const tended = tendRuns({ gate, keeper, send, states, clock, tell });
    const runner = createCaseRunner(plan.cases, tended.run);
    let retryAfterMs: number | undefined;
    const refused = new Set<string>();

    const run = async (planned: PlannedCase): Promise<CaseResult> => {
      const startedAt = clock.now();
      try {
        const result = await runner.runOf(planned);
        retryAfterMs = Math.max(retryAfterMs ?? 0, result.retryAfterMs ?? 0) || undefined;
        if (result.refused === true) {
          refused.add(planned.id);
        }
        if (result.evidence !== undefined) {
          onEvidence?.(planned, result.evidence);
        }
        return judgeCase(planned, result, requirements, clock.now() - startedAt);
      } catch (error) {
        return faultyCase(planned, describeFault(error), clock.now() - startedAt);
      }
    };
    return {
      relay: keeper.relay,
      explained: () => tended.deaths.gone() !== undefined,
      concurrency: gate.width,
      run,
      runPostponed: async (cases, onCase) => {
        await tended.deaths.lookAgain();
        const wasRefused = ({ id }: PlannedCase): boolean => refused.has(id);
        let left = 0;
        await runAgain(cases, { run, rests, wasRefused, retryAfterMs: () => retryAfterMs, tell }, (result) => {
          left += result.notRun !== undefined && refused.has(result.case) ? 1 : 0;
          onCase(result);
        });
        if (left > 0 && mayHelp(profile)) {
          tell(
            `the relay itself went on refusing ${left} cases: {case}, reset, restart or rest in its config may help`,
          );
        }
      },
      forget: runner.forget,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether the config leaves something untried against a relay that locks what it serves. */
function mayHelp({ routes, resets, restart = 'never' }: RelayProfile): boolean {
  return resets !== true && restart === 'never' && !routes.every(variesByCase);
}

interface TendingTools {
  readonly gate: Gate;
  readonly keeper: RelayKeeper;
  readonly send: SendCase;
  readonly states: ReadonlyMap<RouteName, RouteState>;
  readonly clock: Clock;
  readonly tell: (line: string) => void;
}

/** Runs cases beside each other, on a relay that may end meanwhile. */
function tendRuns({ gate, keeper, send, states, clock, tell }: TendingTools): {
  readonly run: (planned: PlannedCase, baseline: Outcome | undefined) => Promise<CaseRun>;
  readonly deaths: RelayDeaths;
} {
  const stateOf = ({ route }: PlannedCase): RouteState | undefined => states.get(routeName(route));
  const finderOf = (planned: PlannedCase) => {
    const state = stateOf(planned);
    return state !== undefined && 'finder' in state ? state.finder : 'message';
  };
  const [control] = [...states.values()].flatMap((state) => ('control' in state ? [state.control] : []));
  const deaths = createRelayDeaths({
    gate,
    keeper,
    now: clock.now,
    runOnce: (planned, baseline) => send(planned, { finder: finderOf(planned), baseline, concurrency: 1 }),
    control: () => control,
    tell,
  });
  const notRun = (reason: string): CaseRun => ({ notRun: reason, concurrency: gate.width(), delayMs: 0 });

  const run = async (planned: PlannedCase, baseline: Outcome | undefined): Promise<CaseRun> => {
    const state = stateOf(planned);
    if (state !== undefined && 'failed' in state) {
      return notRun(`its route failed the preflight: ${state.failed}`);
    }
    const finder = finderOf(planned);
    const start = async (): Promise<{ readonly run: CaseRun | Promise<CaseRun> }> => {
      const lost = deaths.gone() ?? deaths.spared(planned);
      if (lost !== undefined) {
        return { run: notRun(lost) };
      }
      const generation = keeper.generation();
      if (keeper.ended() !== undefined) {
        return { run: deaths.join(generation, { planned, baseline }) };
      }
      const sent = await send(planned, { finder, baseline, concurrency: gate.width() });
      return { run: sent.ended === undefined ? sent : deaths.join(generation, { planned, baseline, run: sent }) };
    };
    // A case that only its being alone tells apart must not overlap with any other.
    const passed = await (finder === 'single-flight' ? gate.alone(start) : gate.beside(start));
    return passed.run;
  };
  return { run, deaths };
}

/** Before the first case a relay that ended is started again, but nobody asks why: a route may show it in the run. */
async function revive(keeper: RelayKeeper): Promise<void> {
  if (keeper.ended() !== undefined && keeper.relay().where === 'process') {
    await keeper.restart();
  }
}
