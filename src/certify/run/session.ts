import type { Evidence } from '../../core/evidence.ts';
import { describeFault } from '../../core/fault.ts';
import type { Requirement } from '../../core/requirement.ts';
import { routeName } from '../../core/route.ts';
import { isMadeUp } from '../../recording/recording.ts';
import type { RunningRelay } from '../../relays/running-relay.ts';
import { startUpstream } from '../../upstream/upstream.ts';
import { judge } from '../judge/judge.ts';
import type { CaseResult } from '../judge/result.ts';
import type { CertifyOptions } from '../options/certify-options.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { PreparedRun } from '../plan/prepare-run.ts';
import { createCaseRunner } from './case-runner.ts';
import { preflight } from './preflight.ts';
import { runCase } from './run-case.ts';
import type { RunListener } from './run-listener.ts';

export type SessionOptions = Pick<CertifyOptions, 'relay' | 'seed' | 'clock' | 'environment' | 'installFolder'>;

/** A relay and its fake upstream while they run; cases can be run in any order and at once. */
export interface Session {
  readonly relay: RunningRelay;
  /** Never rejects: what breaks is the `fault` of the result. */
  readonly run: (planned: PlannedCase) => Promise<CaseResult>;
  /** Runs again what was run before, the next time that it is asked for. */
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

/** Keys of a run are placeholders: relays forward them, and the upstream does not check them. */
const apiKey = 'sk-relaycert-placeholder';

/**
 * Starts upstream and relay, and finds out how cases can be told apart.
 *
 * @throws UsageFault | HarnessFault as the relay's `start` and `preflight` do; nothing is left running then
 */
export async function openSession(
  { relay: underTest, seed, clock, environment, installFolder }: SessionOptions,
  { plan, selected, requirements }: PreparedRun,
  { onProgress = () => undefined, onEvidence }: RunListener = {},
): Promise<Session> {
  const upstream = await startUpstream({ clock });
  let started: RunningRelay | undefined;
  try {
    const relay = await underTest.start({ upstreamUrl: upstream.url, clock, onProgress, environment, installFolder });
    started = relay;
    const { policies, deadlines } = underTest.profile;
    const shared = { clock, upstream, baseUrl: relay.baseUrl, deadlines, policies, seed, apiKey };
    const finders = await preflight(
      selected.map((planned) => onRunningRoute(planned, relay)),
      shared,
    );
    const alone = createQueue();
    const runner = createCaseRunner(plan.cases, (planned, baseline) => {
      const finder = finders.get(routeName(planned.route)) ?? 'message';
      const run = (): Promise<Evidence> => runCase(onRunningRoute(planned, relay), { ...shared, finder }, baseline);
      // Cases that only their being alone tells apart must not overlap.
      return finder === 'single-flight' ? alone(run) : run();
    });
    return {
      relay,
      run: async (planned) => {
        const startedAt = clock.now();
        const judged = await runner
          .evidenceOf(planned)
          .then((evidence) => {
            onEvidence?.(planned, evidence);
            return judgeCase(planned, evidence, requirements);
          })
          .catch((error: unknown) => ({ verdicts: [], findings: [], attempts: 0, fault: describeFault(error) }));
        return { ...describeCase(planned), ...judged, durationMs: Math.round(clock.now() - startedAt) };
      },
      forget: runner.forget,
      close: async () => {
        await relay.stop();
        await upstream.close();
      },
    };
  } catch (error) {
    await started?.stop();
    await upstream.close();
    throw error;
  }
}

/** The relay's own routes have their placeholders replaced; the plan was made before it ran. */
function onRunningRoute(planned: PlannedCase, { routes }: RunningRelay): PlannedCase {
  const name = routeName(planned.route);
  return { ...planned, route: routes.find((route) => routeName(route) === name) ?? planned.route };
}

/** Runs what it is given one after the other. */
function createQueue(): <Result>(start: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (start) => {
    const turn = last.then(start);
    last = turn.catch(() => undefined);
    return turn;
  };
}

function judgeCase(
  planned: PlannedCase,
  evidence: Evidence,
  requirements: readonly Requirement[],
): Pick<CaseResult, 'verdicts' | 'findings' | 'attempts' | 'unapplied' | 'fault'> {
  const { verdicts, findings } = judge(evidence, planned.path, requirements, { madeUp: isMadeUp(planned.recording) });
  const broken = verdicts.find(({ verdict }) => verdict === 'error');
  const unapplied = evidence.mutation?.unapplied;
  return {
    verdicts,
    findings,
    attempts: evidence.attempts.length,
    ...(unapplied === undefined ? {} : { unapplied }),
    ...(broken === undefined ? {} : { fault: `${broken.requirement}: ${broken.reason ?? 'threw'}` }),
  };
}

function describeCase(
  planned: PlannedCase,
): Pick<CaseResult, 'case' | 'casePath' | 'topic' | 'route' | 'mode' | 'recording' | 'mutation'> {
  return {
    case: planned.id,
    casePath: planned.path,
    topic: planned.topic,
    route: routeName(planned.route),
    mode: planned.mode,
    recording: planned.recording.name,
    ...(planned.mutation === undefined ? {} : { mutation: planned.mutation.id }),
  };
}
