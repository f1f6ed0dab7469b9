import type { Clock } from '../core/clock.ts';
import type { Evidence } from '../core/evidence.ts';
import { describeFault, HarnessFault, UsageFault } from '../core/fault.ts';
import type { Requirement } from '../core/requirement.ts';
import { routeName } from '../core/route.ts';
import type { Environment, RunningRelay } from '../relays/running-relay.ts';
import type { CaseFinder } from '../upstream/case-token.ts';
import { startUpstream, type Upstream } from '../upstream/upstream.ts';
import { judge } from './judge.ts';
import type { PlannedCase } from './plan.ts';
import { preflight } from './preflight.ts';
import { type RelaySource, relayProfile, startSource } from './relay-source.ts';
import type { CaseResult } from './result.ts';
import { type CaseEnvironment, runCase } from './run-case.ts';

export interface SessionOptions {
  readonly source: RelaySource;
  /** The whole plan: a case may need the unchanged case of the same recording, selected or not. */
  readonly plan: readonly PlannedCase[];
  readonly selected: readonly PlannedCase[];
  readonly requirements: readonly Requirement[];
  readonly seed: string;
  readonly clock: Clock;
  readonly onProgress: (line: string) => void;
  readonly onEvidence?: (planned: PlannedCase, evidence: Evidence) => void;
  readonly environment: Environment;
  readonly installFolder: string;
}

/** A relay and its fake upstream while they run; cases can be run in any order and at once. */
export interface Session {
  readonly relay: RunningRelay;
  /** Never rejects: what breaks is the `fault` of the result. */
  readonly run: (planned: PlannedCase) => Promise<CaseResult>;
  /** Runs again what was run before, the next time that it is asked for. */
  readonly forget: () => void;
  readonly close: () => Promise<void>;
}

/** Keys of a run are placeholders: relays forward them, nobody checks them. */
const apiKey = 'sk-relaycert-placeholder';

/**
 * Starts upstream and relay, and finds out how cases can be told apart.
 *
 * @throws UsageFault | HarnessFault as `startSource` and `preflight` do; nothing is left running then
 */
export async function openSession(options: SessionOptions): Promise<Session> {
  const { clock, source, selected } = options;
  const upstream = await startUpstream({ clock });
  let relay: RunningRelay | undefined;
  try {
    relay = await startSource(source, {
      upstreamUrl: upstream.url,
      clock,
      onProgress: options.onProgress,
      environment: options.environment,
      installFolder: options.installFolder,
    });
    const profile = relayProfile(source);
    const shared = {
      clock,
      upstream,
      baseUrl: relay.baseUrl,
      deadlines: profile.deadlines,
      policies: profile.policies,
      seed: options.seed,
      apiKey,
    };
    // The relay's own routes have their placeholders replaced; the plan was made before it ran.
    const running = relay;
    const withHeaders = (planned: PlannedCase): PlannedCase => ({
      ...planned,
      route: running.routes.find((route) => routeName(route) === routeName(planned.route)) ?? planned.route,
    });
    const live = selected.map(withHeaders);
    const routes = running.routes.filter((route) => live.some((planned) => planned.route === route));
    const finders = await preflight(routes, live, shared);
    return createSession({ options, relay: running, upstream, shared, finders, withHeaders });
  } catch (error) {
    await relay?.stop();
    await upstream.close();
    throw error;
  }
}

interface SessionParts {
  readonly options: SessionOptions;
  readonly relay: RunningRelay;
  readonly upstream: Upstream;
  readonly shared: Omit<CaseEnvironment, 'finder'>;
  readonly finders: ReadonlyMap<string, CaseFinder>;
  readonly withHeaders: (planned: PlannedCase) => PlannedCase;
}

function createSession(parts: SessionParts): Session {
  const { options, relay, upstream, shared, finders, withHeaders } = parts;
  const unchanged = new Map(options.plan.filter(isUnchanged).map((planned) => [unchangedKey(planned), planned]));
  const evidences = new Map<string, Promise<Evidence>>();
  // Cases that only their being alone tells apart must not overlap.
  let singleFlight: Promise<unknown> = Promise.resolve();

  const execute = async (planned: PlannedCase): Promise<Evidence> => {
    const finder = finders.get(routeName(planned.route)) ?? 'message';
    const baseline = await baselineOf(planned);
    const start = (): Promise<Evidence> => runCase(planned, { ...shared, finder }, baseline?.client.outcome);
    if (finder !== 'single-flight') {
      return start();
    }
    const turn = singleFlight.then(start);
    singleFlight = turn.catch(() => undefined);
    return turn;
  };
  /** Runs each case once, however many others need it. */
  const evidenceOf = (planned: PlannedCase): Promise<Evidence> => {
    if (!isUnchanged(planned)) {
      return execute(withHeaders(planned));
    }
    let evidence = evidences.get(planned.id);
    if (evidence === undefined) {
      evidence = execute(withHeaders(planned));
      evidences.set(planned.id, evidence);
    }
    return evidence;
  };
  const baselineOf = async (planned: PlannedCase): Promise<Evidence | undefined> => {
    const same = planned.mutation?.effect === 'preserving' ? unchanged.get(unchangedKey(planned)) : undefined;
    return same === undefined ? undefined : evidenceOf(same);
  };

  return {
    relay,
    run: async (planned) => {
      const startedAt = shared.clock.now();
      try {
        const evidence = await evidenceOf(planned);
        options.onEvidence?.(planned, evidence);
        const { verdicts, findings } = judge(evidence, planned.path, options.requirements);
        const broken = verdicts.find(({ verdict }) => verdict === 'error');
        return {
          ...describe(planned),
          verdicts,
          findings,
          attempts: evidence.attempts.length,
          durationMs: Math.round(shared.clock.now() - startedAt),
          ...(evidence.mutation?.unapplied === undefined ? {} : { unapplied: evidence.mutation.unapplied }),
          ...(broken === undefined ? {} : { fault: `${broken.requirement}: ${broken.reason ?? 'threw'}` }),
        };
      } catch (error) {
        return {
          ...describe(planned),
          verdicts: [],
          findings: [],
          attempts: 0,
          durationMs: Math.round(shared.clock.now() - startedAt),
          fault: describeError(error),
        };
      }
    },
    forget: () => evidences.clear(),
    close: async () => {
      await relay.stop();
      await upstream.close();
    },
  };
}

function describe(
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

function isUnchanged(planned: PlannedCase): boolean {
  return planned.mutation === undefined && planned.request.includeUsage;
}

function unchangedKey(planned: PlannedCase): string {
  return `${routeName(planned.route)}/${planned.recording.dialect}/${planned.recording.name}/${planned.mode}`;
}

function describeError(error: unknown): string {
  if (error instanceof UsageFault || error instanceof HarnessFault) {
    return describeFault(error);
  }
  return error instanceof Error ? error.message : String(error);
}
