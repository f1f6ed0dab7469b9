import { describeFault } from '../../core/fault.ts';
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
import { type Confirmation, type ConfirmBudget, confirm } from './confirm.ts';
import { startDelayMeter } from './delay-meter.ts';
import { createGate } from './gate.ts';
import { createHurriedCases } from './hurried-cases.ts';
import { faultyCase, judgeCase } from './judge-case.ts';
import { measurePace, unchangedCases } from './measure-pace.ts';
import { createPace } from './pace.ts';
import { preflight } from './preflight.ts';
import { keepRelay, type RelayKeeper } from './relay-keeper.ts';
import { createRests } from './rests.ts';
import { type Postponed, runAgain } from './run-again.ts';
import type { RunListener } from './run-listener.ts';
import { createSendCase } from './send-case.ts';
import { createServedModels } from './served-models.ts';
import { tendRuns } from './tended-runs.ts';

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
  /** Whether its answer may have been cut because too many cases ran at once, which the end of the run will show. */
  readonly wasHurried: (planned: PlannedCase) => boolean;
  /**
   * Runs once more what could not be run, as `runAgain` does, and what was hurried, as `HurriedCases` does. Every case gets
   * a result.
   */
  readonly runPostponed: (cases: readonly Postponed[], onCase: (result: CaseResult) => void) => Promise<void>;
  /**
   * Runs cases again, each alone after a new start or a rest of the relay, and each under the concurrency of the run. What
   * they show replaces nothing.
   */
  readonly confirm: (cases: readonly PlannedCase[], budget: ConfirmBudget) => Promise<readonly Confirmation[]>;
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
    const start = (): Promise<RunningRelay> => {
      // Whoever starts it again says why, and a confirmation does so for every fault.
      const onProgress = opened === undefined ? tell : () => undefined;
      return underTest.start({ upstreamUrl: upstream.url, clock, onProgress, environment, installFolder });
    };
    const keeper = await keepRelay(start, { clock, restart: profile.restart });
    opened = keeper;
    const gate = createGate(concurrency);
    const pace = createPace(gate, profile.deadlines.afterUpstreamEnd / 3, tell);
    const rests = createRests(clock, profile.restMs);
    const send = createSendCase({ profile, seed, recordings, clock, keeper, upstream, models, meter, pace });
    const states = await preflight(
      { selected, plan: plan.cases },
      {
        runWith: (planned, finder) => send(planned, { finder, concurrency: 1, purpose: 'preflight' }),
        rest: rests.rest,
        revive: () => revive(keeper),
        strays: () => upstream.strays,
        tell,
      },
    );
    await measurePace(plan.cases, states, { gate, pace, send, slowMs: profile.deadlines.afterUpstreamEnd / 3 });
    const tended = tendRuns({ gate, keeper, send, states, clock, tell });
    const runner = createCaseRunner(plan.cases, tended.run);
    let retryAfterMs: number | undefined;
    const refused = new Set<string>();
    const hurried = createHurriedCases(gate, tell);

    const judged = async (planned: PlannedCase, ran: () => Promise<CaseRun>): Promise<CaseResult> => {
      const startedAt = clock.now();
      try {
        return judgeCase(planned, await ran(), requirements, clock.now() - startedAt);
      } catch (error) {
        return faultyCase(planned, describeFault(error), clock.now() - startedAt);
      }
    };
    const run = (planned: PlannedCase): Promise<CaseResult> =>
      judged(planned, async () => {
        const result = await runner.runOf(planned);
        retryAfterMs = Math.max(retryAfterMs ?? 0, result.retryAfterMs ?? 0) || undefined;
        hurried.note(planned, result);
        if (result.refused === true) {
          refused.add(planned.id);
        }
        if (result.evidence !== undefined) {
          onEvidence?.(planned, result.evidence);
        }
        return result;
      });
    const recover = (): Promise<void> => (keeper.startsFast() ? keeper.restart() : rests.rest(retryAfterMs));
    return {
      relay: keeper.relay,
      explained: () => tended.deaths.gone() !== undefined,
      concurrency: gate.width,
      run,
      wasHurried: hurried.has,
      runPostponed: async (postponed, onCase) => {
        await tended.deaths.lookAgain();
        const ran = postponed.filter(({ result }) => result.notRun === undefined);
        await hurried.runAgain(ran, (planned) => judged(planned, () => runner.runAgain(planned, tended.run)), onCase);
        const cases = postponed.filter(({ result }) => result.notRun !== undefined);
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
      confirm: (cases, budget) =>
        confirm(cases, budget, {
          now: clock.now,
          concurrency: gate.width,
          runAlone: (planned) => judged(planned, () => runner.runAgain(planned, tended.runAlone(recover))),
          runBeside: (planned) => judged(planned, () => runner.runAgain(planned, tended.run)),
          occupy: (planned) => tended.run(planned, undefined),
          company: unchangedCases(plan.cases, states),
        }),
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

/** Before the first case a relay that ended is started again, but nobody asks why: a route may show it in the run. */
async function revive(keeper: RelayKeeper): Promise<void> {
  if (keeper.ended() !== undefined && keeper.relay().where === 'process') {
    await keeper.restart();
  }
}
