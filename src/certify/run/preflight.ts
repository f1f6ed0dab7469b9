import type { Evidence } from '../../core/evidence.ts';
import { HarnessFault, UsageFault } from '../../core/fault.ts';
import { type RouteName, routeName } from '../../core/route.ts';
import type { CaseFinder } from '../../upstream/case-token.ts';
import type { StrayRequest } from '../../upstream/seen-request.ts';
import type { PlannedCase } from '../plan/planned-case.ts';
import type { CaseRun } from './case-run.ts';
import { describeAnswer } from './describe-answer.ts';
import { longestWait, ownRefusal, type Refusal } from './refusal.ts';

const finders: readonly CaseFinder[] = ['message', 'header', 'single-flight'];

/** How the upstream tells which case a request of a route belongs to, or why no request of the route gets there. */
export type RouteState = { readonly finder: CaseFinder; readonly control: PlannedCase } | { readonly failed: string };

/** The finder of a route; the strictest one for a route that was not looked at. */
export function finderOf(state: RouteState | undefined): CaseFinder {
  return state !== undefined && 'finder' in state ? state.finder : 'message';
}

export interface PreflightTools {
  readonly runWith: (planned: PlannedCase, finder: CaseFinder) => Promise<CaseRun>;
  /** Waits until a relay that refused a request may have forgotten why. */
  readonly rest: (retryAfterMs: number | undefined) => Promise<void>;
  /** Starts the relay again if it has ended. */
  readonly revive: () => Promise<void>;
  readonly strays: () => readonly StrayRequest[];
  readonly tell: (line: string) => void;
}

/**
 * Finds out, per route, how the upstream can tell which case a request of the relay belongs to. A route on which no
 * request reaches the upstream is tried once more after all others and after a rest.
 *
 * @param selected the cases of the run, whose routes are looked at
 * @param plan all cases, from which the unchanged ones are taken
 * @throws HarnessFault when no route works
 * @throws UsageFault when the relay asks in another dialect than the route says
 */
export async function preflight(
  { selected, plan }: { readonly selected: readonly PlannedCase[]; readonly plan: readonly PlannedCase[] },
  tools: PreflightTools,
): Promise<ReadonlyMap<RouteName, RouteState>> {
  const chosen = new Map<RouteName, PlannedCase>();
  for (const [name, [first]] of Map.groupBy(selected, ({ route }) => routeName(route))) {
    // A fault might make the relay lock something before the run.
    const plain = plan.find((planned) => routeName(planned.route) === name && isPlainAnswer(planned)) ?? first;
    if (plain !== undefined) {
      chosen.set(name, plain);
    }
  }
  const states = new Map<RouteName, RouteState>();
  const refusals: Refusal[] = [];
  for (const [name, planned] of chosen) {
    const { state, refusal } = await tryRoute(planned, tools);
    states.set(name, state);
    refusals.push(...(refusal === undefined ? [] : [refusal]));
  }
  const failed = [...chosen].filter(([name]) => failureOf(states.get(name)) !== undefined);
  // What was refused may pass later; what got lost gets lost again.
  if (refusals.length > 0) {
    await tools.rest(longestWait(refusals));
  }
  for (const [name, planned] of failed) {
    const { state } = await tryRoute(planned, tools);
    states.set(name, state);
    if ('failed' in state) {
      tools.tell(`route ${name} is not run: ${state.failed}`);
    }
  }
  refuseNone(states);
  return states;
}

function isPlainAnswer({ topic, recording: { script } }: PlannedCase): boolean {
  return topic === 'answers' && script.head.status === 200 && script.ending === 'clean';
}

function failureOf(state: RouteState | undefined): string | undefined {
  return state !== undefined && 'failed' in state ? state.failed : undefined;
}

/** A run without any route that works would be a run of nothing. */
function refuseNone(states: ReadonlyMap<RouteName, RouteState>): void {
  const [first] = [...states].flatMap(([name, state]) => ('failed' in state ? [{ name, failed: state.failed }] : []));
  if (first !== undefined && [...states.values()].every((state) => 'failed' in state)) {
    throw new HarnessFault(
      first.failed,
      `route ${first.name}`,
      'check model, headers and {upstream} of the route; the relay must send its upstream calls there',
    );
  }
}

async function tryRoute(
  planned: PlannedCase,
  { runWith, revive, strays }: PreflightTools,
): Promise<{ readonly state: RouteState; readonly refusal?: Refusal }> {
  let last: Evidence | undefined;
  let ended: string | undefined;
  for (const finder of finders) {
    await revive();
    const run = await runWith(planned, finder);
    last = run.evidence ?? last;
    ended = run.ended ?? ended;
    if (run.evidence !== undefined && run.evidence.attempts.length > 0) {
      refuseOtherDialect(run.evidence);
      return { state: { finder, control: planned } };
    }
    const refusal = run.evidence === undefined ? undefined : ownRefusal(run.evidence);
    if (refusal !== undefined && run.evidence !== undefined) {
      const failed = `${refusal.reason}: ${describeAnswer(run.evidence)}`;
      return { state: { failed }, refusal };
    }
  }
  const got = ended === undefined ? `the client got ${describeAnswer(last)}` : `the relay ${ended}`;
  const failed = `no request of the relay could be matched to its case: ${got}, ${describeStrays(strays())}`;
  return { state: { failed } };
}

function describeStrays(strays: readonly StrayRequest[]): string {
  const seen = new Set(strays.map((stray) => `${stray.method} ${stray.path} (${stray.reason})`));
  return seen.size === 0 ? 'nothing reached the upstream' : `the upstream saw ${[...seen].slice(0, 3).join(', ')}`;
}

/** A relay may ask again in another dialect, but one that asks only so is not what the route says. */
function refuseOtherDialect({ attempts, route }: Evidence): void {
  const [first] = attempts;
  if (first !== undefined && attempts.every(({ dialect }) => dialect !== route.upstream)) {
    throw new UsageFault(
      `the relay asked the upstream in ${first.dialect}`,
      `route ${routeName(route)}`,
      'name the dialect that the relay speaks to its upstream in the routes of the config',
    );
  }
}
