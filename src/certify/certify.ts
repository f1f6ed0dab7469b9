import type { Clock } from '../core/clock.ts';
import type { Evidence } from '../core/evidence.ts';
import { UsageFault } from '../core/fault.ts';
import { includesLevel, type Level } from '../core/level.ts';
import type { Requirement } from '../core/requirement.ts';
import { routeName } from '../core/route.ts';
import type { Scenario } from '../core/scenario.ts';
import type { Recording } from '../recording/recording.ts';
import type { Environment } from '../relays/running-relay.ts';
import { requirements as allRequirements } from '../requirements/registry.generated.ts';
import { concludeRun, type RunOutcome } from './conclude.ts';
import { startControl } from './control.ts';
import type { Deviation } from './deviations.ts';
import { makePlan, type Plan, type PlannedCase, selectCases } from './plan.ts';
import { type RelaySource, relayProfile } from './relay-source.ts';
import { type CaseResult, type RunHeader, type Shard, type Topic, topics } from './result.ts';
import { runHeader } from './run-header.ts';
import { openSession, type Session } from './session.ts';
import type { ProvidedPlan } from './suite.ts';

export interface CertifyOptions {
  readonly source: RelaySource;
  readonly recordings: readonly Recording[];
  readonly scenarios: readonly Scenario[];
  readonly level?: Level;
  /** Beginnings of requirement ids; empty for all. */
  readonly only: readonly string[];
  readonly routes: readonly string[];
  readonly cases: readonly string[];
  readonly seed: string;
  readonly exhaustive: boolean;
  readonly strict: boolean;
  readonly shard?: Shard;
  readonly deviations: readonly Deviation[];
  readonly testNamePattern?: string;
  readonly watch: boolean;
  readonly reporters: readonly string[];
  readonly outputFolder: string;
  readonly concurrency: number;
  readonly version: string;
  /** Command that starts this run again, for replay lines. */
  readonly again: string;
  readonly clock: Clock;
  readonly environment: Environment;
  readonly installFolder: string;
  readonly rerunOn: readonly string[];
}

/** What a run tells while it goes on. */
export interface RunListener {
  /** A step before the first case, in one line: an installation, a start. */
  readonly onProgress?: (line: string) => void;
  /** Once, when the relay is up and the first case is about to run. */
  readonly onStart?: (header: RunHeader) => void;
  /** Each case when it has ended; in a watch run the same one may come again. */
  readonly onCase?: (result: CaseResult) => void;
  /** All that was seen of a case, payload included; only for traffic that is known to be made up. */
  readonly onEvidence?: (planned: PlannedCase, evidence: Evidence) => void;
}

export interface PreparedRun {
  readonly plan: Plan;
  readonly selected: readonly PlannedCase[];
  readonly requirements: readonly Requirement[];
  /** How many requirements the level has, selected or not. */
  readonly levelRequirements: number;
}

/**
 * Plan, cases and requirements of a run, without starting anything.
 *
 * @throws UsageFault when the selection leaves no case or no requirement
 */
export function prepareRun(options: CertifyOptions): PreparedRun {
  const profile = relayProfile(options.source);
  const level = options.level ?? profile.level;
  const plan = makePlan({ ...options, level, routes: profile.routes });
  const picked = selectCases(plan.cases, options);
  if (picked.length === 0) {
    const names = profile.routes.map(routeName).join(', ');
    throw new UsageFault(
      'no case is selected',
      [...options.routes, ...options.cases].join(' '),
      `routes: ${names}; cases: relaycert list cases`,
    );
  }
  const named = options.testNamePattern === undefined ? picked : matchingNames(picked, options.testNamePattern);
  const { shard } = options;
  const selected =
    shard === undefined ? named : named.filter((_case, index) => index % shard.count === shard.index - 1);
  const ofLevel = allRequirements.filter((requirement) => includesLevel(level, requirement.level));
  const requirements = ofLevel.filter(
    ({ id }) => options.only.length === 0 || options.only.some((prefix) => id.startsWith(prefix)),
  );
  if (requirements.length === 0) {
    throw new UsageFault(
      `no requirement begins with ${options.only.join(' or ')}`,
      '--only',
      'relaycert list requirements',
    );
  }
  return { plan, selected, requirements, levelRequirements: ofLevel.length };
}

/** vitest matches `-t` against names joined with ` > `; the plan does the same, so that what is left out is known. */
function matchingNames(cases: readonly PlannedCase[], pattern: string): readonly PlannedCase[] {
  let expression: RegExp;
  try {
    expression = new RegExp(pattern);
  } catch (error) {
    throw new UsageFault(
      `-t is no regular expression: ${error instanceof Error ? error.message : pattern}`,
      '-t',
      'quote it for the shell',
    );
  }
  const matching = cases.filter((planned) => expression.test(`${planned.topic} > ${planned.path}`));
  if (matching.length === 0) {
    throw new UsageFault(`no case matches ${pattern}`, '-t', 'cases: relaycert list cases');
  }
  return matching;
}

/**
 * Certifies a relay: starts it between a fake upstream and a probe, runs every selected case as a vitest test, and
 * judges what both sides saw.
 *
 * @param prepared what `prepareRun` gave for the same options, where that was asked before
 * @throws UsageFault | HarnessFault when the run cannot start
 */
export async function certify(
  options: CertifyOptions,
  listener: RunListener = {},
  prepared: PreparedRun = prepareRun(options),
): Promise<RunOutcome> {
  const session = await openSession({
    ...options,
    ...prepared,
    plan: prepared.plan.cases,
    onProgress: () => undefined,
    ...listener,
  });
  try {
    return await runSession(options, prepared, session, listener);
  } finally {
    await session.close();
  }
}

async function runSession(
  options: CertifyOptions,
  prepared: PreparedRun,
  session: Session,
  listener: RunListener,
): Promise<RunOutcome> {
  const header = runHeader(options, prepared, session);
  listener.onStart?.(header);
  const byId = new Map(prepared.selected.map((planned) => [planned.id, planned]));
  const results = new Map<string, CaseResult>();
  const control = await startControl(async (id) => {
    const planned = byId.get(id);
    if (planned === undefined) {
      return undefined;
    }
    const result = await session.run(planned);
    results.set(id, result);
    listener.onCase?.(result);
    return result;
  });
  const faults: string[] = [];
  try {
    // vitest takes a second to load, which only a run may cost.
    const { hostSuites } = await import('./vitest-host.ts');
    const hosted = await hostSuites({
      provided: { url: control.url, token: control.token, cases: casesByTopic(prepared.selected) },
      topics: topics.filter((topic) => prepared.selected.some((planned) => planned.topic === topic)),
      watch: options.watch,
      reporters: options.reporters,
      outputFolder: options.outputFolder,
      concurrency: options.concurrency,
      rerunOn: options.rerunOn,
      onRunEnd: session.forget,
      ...(options.testNamePattern === undefined ? {} : { testNamePattern: options.testNamePattern }),
    });
    faults.push(...hosted.faults);
  } finally {
    await control.close();
  }
  const crashed = session.relay.exited();
  if (crashed !== undefined) {
    faults.push(`the relay ${crashed} in mid-run; its last output: ${session.relay.log().slice(-3).join(' | ')}`);
  }
  const ordered = prepared.selected.flatMap((planned) => results.get(planned.id) ?? []);
  return concludeRun(header, ordered, faults, options.clock.date());
}

function casesByTopic(cases: readonly PlannedCase[]): ProvidedPlan['cases'] {
  const of = (topic: Topic): readonly { id: string; path: string }[] =>
    cases.filter((planned) => planned.topic === topic).map(({ id, path }) => ({ id, path }));
  return {
    answers: of('answers'),
    bodies: of('bodies'),
    preserving: of('preserving'),
    repairable: of('repairable'),
    faults: of('faults'),
  };
}
